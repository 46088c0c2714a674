import type { JsonObject } from '../../rig/script/json.ts';
import type { DeclaredModel, ModelProvider } from '../directory/types.ts';
import type { Lifetime } from '../lifetime.ts';

/** Generates replies. A model knows nothing about turns. It streams one reply, which may end with tool calls. */
export interface Model {
  /**
   * Streams the reply to a conversation, as groups of parts that are available at the same time. A group is never empty.
   *
   * @throws ModelFailure when the provider and every fallback fail; the reason of the lifetime when it ends
   */
  reply(request: ModelRequest): AsyncIterable<readonly ModelPart[]>;
}

export interface ModelRequest {
  readonly model: DeclaredModel;
  readonly messages: readonly ModelMessage[];
  /** Empty for a model that cannot use tools. */
  readonly tools: readonly ModelTool[];
  /** Ends when the reply is no longer needed. */
  readonly lifetime: Lifetime;
  /** Called when a provider has failed and another one takes over. */
  readonly onFailover?: (failure: ModelFailure) => void;
  readonly pacer?: InputPacer;
}

/** Slows a model down, for other requests and for the reader of the reply. */
export interface InputPacer {
  /** Called for each piece read from a provider, even if it has no content. The model waits for the result before it continues. */
  paceInput(bytes: number): Promise<void> | undefined;
}

export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly calls: readonly ToolCall[];
      readonly echo?: Echo;
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input, an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/**
 * The members that a provider needs back together with the calls of its reply, such as the state of its reasoning. Only the provider that
 * sent them understands them, so no other provider gets them.
 */
export interface Echo {
  readonly provider: ModelProvider;
  /** Members of the message. */
  readonly message: JsonObject;
  /** Members of each call, by the id of the call. */
  readonly calls: ReadonlyMap<string, JsonObject>;
}

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Another provider takes over. The receiver discards this reply so far, and the reply starts over. */
  | { readonly type: 'failover'; readonly from: string; readonly to: string }
  /** Comes before the calls of a reply, at most once. */
  | { readonly type: 'echo'; readonly echo: Echo }
  | { readonly type: 'call'; readonly call: ToolCall }
  /** The usage of this reply so far. A later part replaces an earlier one. */
  | { readonly type: 'usage'; readonly usage: ModelUsage };

export interface ModelUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Included in the completion tokens. */
  readonly reasoningTokens: number;
  /** The provider's name for the model. */
  readonly model: string;
  readonly provider: string;
}

/** How a provider failed, in the terms of ErrorDetails. */
export interface ModelFailureFacts {
  /** The provider that failed last. */
  readonly provider: string;
  /** For example `provider_stream_failed`. */
  readonly serviceCode: string;
  /** For example `stream_interrupted`, `timeout`, `refused`, `unreachable`. */
  readonly failureKind: string;
  /** False only when the request certainly reached no provider, so that it had no effect. */
  readonly dispatched: boolean;
  /** False when the provider works and declined the request. That is not an outage and has no details. */
  readonly isOutage: boolean;
}

/** No provider gave a complete reply. */
export class ModelFailure extends Error {
  readonly code = 'model-failure';
  readonly facts: ModelFailureFacts;

  constructor(message: string, facts: ModelFailureFacts, options?: ErrorOptions) {
    super(message, options);
    this.facts = facts;
  }
}
