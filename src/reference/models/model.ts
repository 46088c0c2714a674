import type { DeclaredModel } from '../directory/types.ts';

/** What answers a conversation. It knows nothing of turns: it streams one reply, which may end in calls of tools. */
export interface Model {
  /** @throws ModelFailure when the provider, and every one that could take over, fails; the signal's reason on abort */
  reply(request: ModelRequest): AsyncIterable<ModelPart>;
}

export interface ModelRequest {
  readonly model: DeclaredModel;
  readonly messages: readonly ModelMessage[];
  /** Empty for a model that uses none. */
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
}

export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
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

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Another provider took over: what this reply has said so far is void, and the reply begins anew. */
  | { readonly type: 'failover'; readonly from: string; readonly to: string }
  | { readonly type: 'call'; readonly call: ToolCall }
  /** What this reply has consumed so far; a later one takes the place of an earlier one. */
  | { readonly type: 'usage'; readonly usage: ModelUsage };

export interface ModelUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Part of the completion tokens. */
  readonly reasoningTokens: number;
  /** The provider's name of the model. */
  readonly model: string;
  readonly provider: string;
}
