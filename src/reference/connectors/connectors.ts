import type { DeclaredConnector } from '../directory/types.ts';

/** External tools, spoken to over MCP. */
export interface Connectors {
  /** What a connector offers. @throws ConnectorFailure when it cannot be reached */
  tools(connector: DeclaredConnector, signal: AbortSignal): Promise<readonly ConnectorTool[]>;
  /**
   * Runs a tool. A tool that fails gives a result that says so.
   *
   * @throws ConnectorFailure when the connector cannot be reached; the signal's reason on abort; what `elicit` throws,
   * after which the call is given up
   */
  call(connector: DeclaredConnector, call: ConnectorCall): Promise<ToolResult>;
  close(): Promise<void>;
}

export interface ConnectorTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Whether the connector says that it changes nothing; such a tool needs no approval. */
  readonly isReadOnly: boolean;
}

export interface ConnectorCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly signal: AbortSignal;
  /** Answers a question that the connector asks while the tool runs. */
  elicit(question: Question): Promise<QuestionAnswer>;
}

export interface Question {
  readonly message: string;
  readonly mode: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
}

export type QuestionAnswer =
  | { readonly action: 'accept'; readonly content: Record<string, unknown> }
  | { readonly action: 'decline' | 'cancel' };

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** A connector that cannot be reached or does not speak MCP. */
export class ConnectorFailure extends Error {
  readonly code = 'connector-failure';
}
