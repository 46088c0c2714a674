import type { Step } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';

type StepChange = Partial<Omit<Step, 'key' | 'timestamp'>>;

/** A step in progress. */
export interface OpenStep {
  update(change: StepChange): void;
  /** Ends the step with a status, and says how long it took. */
  finish(status: StepStatus, change?: StepChange): void;
}

/** The words for a step's status; the service document gives none. */
export type StepStatus = 'done' | 'failed' | 'skipped' | 'stopped';

/**
 * The steps of one turn, in the order in which they began. Every change is told at once, as the whole step that changed:
 * a message.step carries news, and the terminal event the complete list.
 */
export class StepLog {
  readonly #steps: Step[] = [];
  readonly #clock: Clock;
  readonly #tell: (step: Step) => void;

  constructor(clock: Clock, tell: (step: Step) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  begin(step: Pick<Step, 'key' | 'label'> & StepChange): OpenStep {
    const begun = this.#clock.now();
    const at = this.#steps.length;
    const put = (change: StepChange) => {
      const changed: Step = { ...(this.#steps[at] as Step), ...change };
      this.#steps[at] = changed;
      this.#tell(changed);
    };
    const { key, label, ...rest } = step;
    const timestamp = new Date(begun).toISOString();
    this.#steps.push({ key, label, label_code: `step.${key}`, status: 'running', timestamp, ...rest });
    put({});
    return {
      update: put,
      finish: (status, change) => put({ ...change, status, duration: this.#clock.now() - begun }),
    };
  }

  /** The steps as they are now. Those that were left running when a turn was cut read `stopped`. */
  close(): Step[] {
    return this.#steps.map((step) => (step.status === 'running' ? { ...step, status: 'stopped' } : step));
  }
}
