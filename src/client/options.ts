import type { UnknownEvent } from './turn-event.ts';

export interface ClientOptions {
  /** Where the service lives, without `/api/v1`. */
  readonly baseUrl: string;
  /** The access token, or a function that gives it for each request, which may take its time. */
  readonly token: string | (() => string | Promise<string>);
  /** Used instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How often a request that may be repeated is sent again. 4 unless told. */
  readonly maxRetries?: number;
}

/** What every method takes. */
export interface CallOptions {
  /** Gives the call up; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent besides those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for one answer, in milliseconds: 60,000 unless told, 35 minutes for a blocking send. */
  readonly timeout?: number;
}

export interface SendOptions extends CallOptions {
  /** Identifies the turn: the same key and body never run it twice. A fresh one is made when it is left out. */
  readonly idempotencyKey?: string;
}

export interface StreamOptions extends SendOptions {
  /** Longest silence, in milliseconds, pings included, which come every 15 seconds. 60,000 unless told. */
  readonly idleTimeout?: number;
  /** Whether pings are yielded too. */
  readonly pings?: boolean;
  /** Called for an event whose name the contract does not know. What it throws ends the stream. */
  readonly onUnknownEvent?: (event: UnknownEvent) => void;
}
