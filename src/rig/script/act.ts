import type { JsonInteger } from '../../exact-json/exact-number.ts';

/**
 * One action of a scripted model. A script is a list of acts that the prompt carries as JSON. It makes the model behave the
 * same way every time.
 */
export type Act =
  /** Says a text in the given number of pieces; by default, a few words at a time. */
  | { readonly say: string; readonly pieces?: number }
  /**
   * Repeats the instructions and messages that the model received, or the results of its tools since the last question, in pieces like
   * `say`.
   */
  | { readonly echo: 'given' | 'results'; readonly pieces?: number }
  /** Emits a text as reasoning. */
  | { readonly reason: string }
  /** Calls one tool, or several in parallel. */
  | { readonly call: ScriptedCall | readonly ScriptedCall[] }
  /** Calls the planning tool. */
  | { readonly plan: ScriptedPlan }
  /** Delegates tasks to agents, all in parallel. */
  | { readonly delegate: readonly ScriptedTask[] }
  /** Calls the connector's tool that asks the person a question. */
  | { readonly ask: { readonly message: string; readonly schema: Readonly<Record<string, unknown>> } }
  /** Does nothing for some seconds, a day at most. */
  | { readonly wait: number }
  /** The provider breaks off here. */
  | { readonly fail: ScriptedFailure }
  /** The provider breaks off here, and the next one starts the reply over with the following acts. */
  | { readonly failover: true }
  /** Does nothing from here on. */
  | { readonly hang: true };

export interface ScriptedCall {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

export interface ScriptedPlan {
  readonly title: string;
  readonly context: string;
  readonly steps: readonly ScriptedStep[];
  readonly notes: string;
}

export interface ScriptedStep {
  readonly step: string | number;
  readonly action: string;
  readonly tool?: string;
}

export interface ScriptedTask {
  /** The id of an agent of the turn; absent for a temporary agent. */
  readonly agent?: JsonInteger;
  /** The name of a temporary agent. */
  readonly name?: string;
  readonly task: string;
  /** The script for the agent's model. The text of the task carries it. */
  readonly script?: readonly Act[];
}

/**
 * `outage`: the stream is interrupted. `refusal`: the provider works and declines. `unreachable`: no request reaches it.
 */
export type ScriptedFailure = 'outage' | 'refusal' | 'unreachable';

export type Script = readonly Act[];
