/** A request for a completion, as far as a reply depends on it. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly OfferedTool[];
  /** Whether the reply comes as a stream of events. */
  readonly streams: boolean;
  /** Whether the stream ends with a chunk that tells the usage. */
  readonly includesUsage: boolean;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Its text, in whatever parts it came. What is no text is left out. */
  readonly text: string;
  /** Names of the tools that it calls. */
  readonly calls: readonly string[];
}

/** A tool that the service offers to its model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments, or whatever came in the place of one. */
  readonly parameters: unknown;
}
