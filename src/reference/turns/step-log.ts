import type { Step, StreamEvent } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';

type StepChange = Partial<Omit<Step, 'key' | 'timestamp'>>;

/** The turn that the steps belong to. */
interface Publisher {
  publish(event: StreamEvent): void;
}

/** A step in progress. */
export interface OpenStep {
  update(change: StepChange): void;
  /** Ends the step with a status and its duration. */
  finish(status: StepStatus, change?: StepChange): void;
}

/** The final status of a step. The service document defines no values. */
export type StepStatus = 'done' | 'failed' | 'skipped' | 'stopped';

/**
 * The steps of one turn, in the order in which they began. Every change is published at once with the whole changed step:
 * a message.step event carries only that step, and the terminal event carries the complete list.
 */
export class StepLog {
  readonly #steps: Step[] = [];
  readonly #clock: Clock;
  readonly #turn: Publisher;

  constructor(clock: Clock, turn: Publisher) {
    this.#clock = clock;
    this.#turn = turn;
  }

  /** Adds a running step. */
  begin(step: Pick<Step, 'key' | 'label'> & StepChange): OpenStep {
    const begun = this.#clock.elapsed();
    const at = this.#steps.length;
    const put = (change: StepChange) => {
      const changed: Step = { ...(this.#steps[at] as Step), ...change };
      this.#steps[at] = changed;
      this.#turn.publish({ type: 'message.step', data: { steps: [changed] } });
    };
    const { key, label, ...rest } = step;
    const timestamp = new Date(this.#clock.now()).toISOString();
    this.#steps.push({ key, label, label_code: `step.${key}`, status: 'running', timestamp, ...rest });
    put({});
    return {
      update: put,
      finish: (status, change) => put({ ...change, status, duration: this.#clock.elapsed() - begun }),
    };
  }

  /** The steps as they are now. Steps that still run when the turn ends become `stopped`. */
  close(): Step[] {
    return this.#steps.map((step) => (step.status === 'running' ? { ...step, status: 'stopped' } : step));
  }
}
