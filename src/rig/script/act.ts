/**
 * One thing that a scripted model does. A script is a list of acts, carried as JSON in the prompt, and is what makes a
 * model do the same every time.
 */
export type Act =
  /** Says a text, in as many pieces as told; by default a few words at a time. */
  | { readonly say: string; readonly pieces?: number }
  /** Says what the model was given, or what its tools returned since the last question. */
  | { readonly echo: 'given' | 'results' }
  | { readonly reason: string }
  /** Calls tools, several at once. */
  | { readonly call: ScriptedCall | readonly ScriptedCall[] }
  /** Calls the planning tool. */
  | { readonly plan: ScriptedPlan }
  /** Delegates tasks to agents, all at once. */
  | { readonly delegate: readonly ScriptedTask[] }
  /** Calls the connector's tool that asks the person a question. */
  | { readonly ask: { readonly message: string; readonly schema: Readonly<Record<string, unknown>> } }
  /** Says and does nothing for some seconds, a day at most. */
  | { readonly wait: number }
  /** The provider breaks off here. */
  | { readonly fail: ScriptedFailure }
  /** The first provider breaks off here, and a second one begins the reply anew with what follows. */
  | { readonly failover: true }
  /** Says and does nothing any more. */
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
  /** Id of an agent that the turn carries; absent for a temporary agent. */
  readonly agent?: number;
  /** Name of a temporary agent. */
  readonly name?: string;
  readonly task: string;
  /** What the agent's model does. It travels inside the text of the task. */
  readonly script?: readonly Act[];
}

/** `outage`: the stream is interrupted. `refusal`: the provider works and declines. `unreachable`: it is never reached. */
export type ScriptedFailure = 'outage' | 'refusal' | 'unreachable';

export type Script = readonly Act[];
