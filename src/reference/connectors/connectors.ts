import type { DeclaredConnector } from '../directory/types.ts';

/** Access to external tools over MCP. */
export interface Connectors {
  /**
   * Lists the tools of a connector.
   *
   * @throws SignInRequired; any other ConnectorFailure when the connector cannot be reached; the signal's reason on abort
   */
  tools(connector: DeclaredConnector, signal: AbortSignal): Promise<readonly ConnectorTool[]>;
  /**
   * Runs a tool. The failure of the tool itself is a result, not an error.
   *
   * @throws SignInRequired; any other ConnectorFailure when the connector cannot be reached; the signal's reason on abort; any error
   * that `elicit` throws, which also ends the call
   */
  call(connector: DeclaredConnector, call: ConnectorCall): Promise<ToolResult>;
  /** Ends all sessions. Later calls fail. */
  close(): Promise<void>;
}

export interface ConnectorTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Whether the connector declares the tool read-only. Such a tool needs no approval. */
  readonly isReadOnly: boolean;
}

export interface ConnectorCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly signal: AbortSignal;
  /** Asks the person a question that the connector raises while the tool runs. */
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

/** A connector cannot be reached or does not speak MCP. */
export class ConnectorFailure extends Error {
  readonly code = 'connector-failure';
}

/** A person must sign in at the connector, perhaps again, before it can be used. */
export class SignInRequired extends ConnectorFailure {}

/** The connector no longer knows one of its sessions. The call had no effect, so it can be repeated in a new session. */
export class SessionForgotten extends ConnectorFailure {}
