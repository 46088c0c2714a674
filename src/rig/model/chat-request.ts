/** The parts of a completion request that the reply depends on. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly OfferedTool[];
  /** Whether the reply is a stream of events. */
  readonly streams: boolean;
  /** Whether the stream ends with a chunk that holds the usage. */
  readonly includesUsage: boolean;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** The joined text of its parts. Parts that are not text are left out. */
  readonly text: string;
  /** The names of the tools that it calls. */
  readonly calls: readonly string[];
}

/** A tool that the service offers to its model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its arguments, unchecked. */
  readonly parameters: unknown;
}
