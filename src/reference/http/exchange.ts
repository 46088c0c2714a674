import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Operation } from './operation.ts';

/**
 * Answers one request of the contract. It never throws: a failure is an answer too. This is the port between the service and HTTP, and its
 * decorators see whole exchanges.
 */
export type Exchange = (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;

export interface HttpRequest {
  readonly operation: Operation;
  readonly requestId: string;
  /** Decoded values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Values of the query. A name that occurs several times has an array. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Value of a header, by its name in lower case. Several headers of one name are joined by `, `, as HTTP defines. */
  header(name: string): string | undefined;
  /** The bytes of the body; undefined when the request has none. */
  readonly body: Buffer | undefined;
}

export type HttpAnswer = JsonAnswer | StreamAnswer;

export interface JsonAnswer {
  readonly status: number;
  /** Sent as JSON; undefined for an empty body. */
  readonly body: unknown;
  /** Headers in addition to those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly logged?: LoggedFacts;
}

/** A file, sent unchanged. Only routes outside the contract answer with one. */
export interface ContentAnswer {
  readonly status: number;
  readonly content: Uint8Array;
  /** Includes the content type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly logged?: LoggedFacts;
}

/**
 * 200 with `text/event-stream`. `open` is called exactly once, after the headers were sent. It is called even if the client has already
 * disconnected, because the turn runs in any case.
 */
export interface StreamAnswer {
  readonly status: 200;
  readonly headers?: Readonly<Record<string, string>>;
  readonly logged?: LoggedFacts;
  open(sink: EventSink): void;
}

/** Additional members of the exchange's line in the log: the id of the credential, for example, but never its token. */
export type LoggedFacts = Readonly<Record<string, string | number>>;

/** Sends the events of one stream. After `end`, or after the client has disconnected, events are dropped. */
export interface EventSink {
  send(event: StreamEvent): void;
  end(): void;
  /**
   * Resolves when the client has made room for more events by reading, or has disconnected; undefined while there is room. A writer of many
   * events waits for it. A sink without this method always has room.
   */
  room?(): Promise<void> | undefined;
  /** Calls back once if the client disconnects before `end`. */
  onGone(callback: () => void): void;
}
