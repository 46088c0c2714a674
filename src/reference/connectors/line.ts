import type { Transport } from '@modelcontextprotocol/client';

/** A way to one connector over which a session can run. */
export interface Line {
  readonly transport: Transport;
  /** Whether the server may be asked first which revision of MCP it speaks, at the cost of one request. */
  readonly negotiates: boolean;
  /** Tells the server that the session ends. The transport is closed after it. */
  leave(): Promise<void>;
  /** What the server last wrote beside the protocol, for whoever looks after it. */
  lastWords(): string;
}
