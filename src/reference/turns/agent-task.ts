import type { AgentRun, StepAgent } from '../../../generated/types.d.ts';
import type { Agent } from '../directory/types.ts';
import type { ToolCall } from '../models/model.ts';
import type { InteractionKind } from '../store/store.ts';
import type { LiveTurn } from './live-turn.ts';
import type { OpenStep } from './step-log.ts';
import { UsageLedger } from './usage.ts';

const SUMMARY_LENGTH = 2000;

/** A task that the conductor gives to an agent. */
export interface TaskOrder {
  readonly id: string;
  /** Undefined for a temporary agent. */
  readonly agent: Agent | undefined;
  readonly name: string;
  readonly text: string;
}

/** A running agent task. Its step in the turn's log shows the progress of the task. */
export class AgentTask {
  readonly order: TaskOrder;
  readonly usage = new UsageLedger();
  /** The text of the agent's last reply. When the task is done, this is its answer. */
  answer = '';
  readonly #turn: LiveTurn;
  readonly #step: OpenStep;
  readonly #begun: string;
  #state: StepAgent;

  constructor(turn: LiveTurn, order: TaskOrder) {
    const { id, agent, name } = order;
    this.order = order;
    this.#turn = turn;
    this.#begun = new Date(turn.now()).toISOString();
    this.#state = {
      task_id: id,
      agent_id: agent?.id ?? null,
      name,
      kind: agent ? 'agent' : 'temporary',
      ...(agent?.tag && { tag: agent.tag }),
      state: 'working',
      model: turn.order.model.code,
      iteration: 1,
      tool_calls: 0,
    };
    this.#step = turn.steps.begin({ key: 'agent', label: `Agent ${name}`, agent: this.#state });
  }

  get reference() {
    return { task_id: this.order.id, name: this.order.name };
  }

  /** Shows that the agent calls tools, which starts another iteration. */
  recordToolCalls(calls: readonly ToolCall[]): void {
    const { iteration, tool_calls } = this.#state as { iteration: number; tool_calls: number };
    this.#update({
      iteration: iteration + 1,
      tool_calls: tool_calls + calls.length,
      current_step: `Using ${calls.map(({ name }) => name).join(', ')}`,
    });
  }

  /**
   * Shows whether the task waits for an interaction.
   *
   * @param kind the kind of that interaction; undefined when the task continues
   */
  setWaiting(kind: InteractionKind | undefined): void {
    const { waiting_on: _, ...state } = this.#state;
    this.#state = state;
    this.#update(kind ? { state: 'waiting', waiting_on: kind } : { state: 'working' });
  }

  /**
   * Ends the task and adds its run to the turn.
   *
   * @param state `stopped` when the turn was cut
   * @param reason why the task failed
   */
  conclude(state: 'done' | 'failed' | 'stopped', reason?: string): void {
    const { current_step: _, waiting_on: __, ...known } = this.#state;
    const total = this.usage.total();
    const input = total?.promptTokens ?? 0;
    const output = total?.completionTokens ?? 0;
    const concluded: StepAgent = {
      ...known,
      state,
      ...(reason !== undefined && { reason }),
      tokens: { input_tokens: input, output_tokens: output, total_tokens: input + output },
      // Masked before it is cut, so that no part of a secret remains.
      summary: this.#turn.hideSecrets(this.#turn.restore(this.answer)).slice(0, SUMMARY_LENGTH),
    };
    this.#turn.agentTokens += input + output;
    this.#turn.runs.push({ ...concluded, started_at: this.#begun } satisfies AgentRun);
    this.#step.finish(state, { agent: concluded, tokens: input + output });
  }

  #update(change: Partial<StepAgent>): void {
    this.#state = { ...this.#state, ...change };
    this.#step.update({ agent: this.#state });
  }
}
