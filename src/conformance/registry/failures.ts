import { readGenerated } from '../generated.ts';

/** A failure that the contract names, over HTTP or inside a stream. */
export interface Failure {
  readonly id: string;
  /** The kind of the client's error, where it is not the id: a failure has one kind over HTTP and inside a stream. */
  readonly kind?: string;
  readonly channel: 'http' | 'event';
  readonly status?: number;
  readonly message_code?: string;
  readonly data_code?: string;
  readonly operations?: readonly string[];
  /** What has happened. */
  readonly condition: string;
  /** What a client does about it. */
  readonly retry: string;
  /** Whether to send the request again: `as it is`, `only` after a change that it names, or `never`. */
  readonly sendAgain: string;
  readonly requirement: string;
  readonly openPoints?: readonly string[];
}

let failures: readonly Failure[] | undefined;

/** The failures of the contract. Read once per process. */
export function loadFailures(): readonly Failure[] {
  failures ??= readGenerated<readonly Failure[]>('errors.json');
  return failures;
}
