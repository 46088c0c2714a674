import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Operation } from './operation.ts';

/**
 * Answers one request of the contract. It never throws: what goes wrong is an answer too. This is the port between the
 * service and HTTP, and where a decorator sees whole exchanges.
 */
export type Exchange = (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;

export interface HttpRequest {
  readonly operation: Operation;
  readonly requestId: string;
  /** Decoded values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Values of the query; several of one name are an array. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Value of a header by its name in lower case. Several of one name are joined by `, ` as HTTP says. */
  header(name: string): string | undefined;
  /** The body as it came; absent when the request has none. */
  readonly body: Buffer | undefined;
}

export type HttpAnswer = JsonAnswer | StreamAnswer;

export interface JsonAnswer {
  readonly status: number;
  /** What is sent as JSON; undefined for an empty body. */
  readonly body: unknown;
  /** Headers besides those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly logged?: LoggedFacts;
}

/**
 * 200 with `text/event-stream`. `open` is called exactly once, when the headers are on their way; also when the client is
 * already gone, for the turn runs all the same.
 */
export interface StreamAnswer {
  readonly status: 200;
  readonly headers?: Readonly<Record<string, string>>;
  readonly logged?: LoggedFacts;
  open(sink: EventSink): void;
}

/** What the line of this exchange in the log says beside its status: the id of the credential, never its token. */
export type LoggedFacts = Readonly<Record<string, string | number>>;

/** Where the events of one stream go. After `end`, or when the client has gone, what is sent is dropped. */
export interface EventSink {
  send(event: StreamEvent): void;
  end(): void;
  /** Calls back once when the client has gone before `end`. */
  onGone(callback: () => void): void;
}
