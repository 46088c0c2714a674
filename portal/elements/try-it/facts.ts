import type { SampleRequest } from '../samples/request.ts';

/** What a page says about its operation. scripts/portal/try-it.ts writes it. */
export interface OperationFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly isRequired: boolean;
    readonly example: string;
  }[];
  /** Examples of the body, as JSON. Empty if the operation takes none. */
  readonly bodies: readonly {
    readonly label: string;
    readonly text: string;
    /** Whether the body has a script, which only a server with a scripted model follows. */
    readonly isScripted?: boolean;
  }[];
  readonly isStream: boolean;
  /** The request of the samples, with the values of the examples. */
  readonly sample: SampleRequest;
  /** The paths of the operations that answer an interaction, by kind, and of the operation that cancels a turn. */
  readonly answers: Readonly<Record<string, string>>;
}

/** A request of the reader, ready to be sent. */
export interface PreparedRequest {
  readonly method: string;
  /** Address of the server, without a slash at the end. */
  readonly server: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many times faster than real time the timers of the server run. */
  readonly timeScale: number;
  readonly body?: string;
}
