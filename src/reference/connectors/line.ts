import type { Transport } from '@modelcontextprotocol/client';

/** A connection to one connector that carries one session. */
export interface Line {
  readonly transport: Transport;
  /** Announces the end of the session to the server. The caller closes the transport afterwards. */
  leave(): Promise<void>;
  /** Whether the server answered that a person must sign in. */
  needsSignIn(): boolean;
  /** Whether the line broke because the server sent a larger message or response than this server accepts. */
  sentTooMuch(): boolean;
  /** The end of the server's standard error, for the operator; empty over HTTP and in process. */
  lastWords(): string;
}
