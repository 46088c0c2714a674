import type { OperationId } from '../../../../generated/ids.d.ts';

/** A request for an operation of the contract, as the consistency of the answers needs it. */
export interface SentRequest {
  /** Number of the exchange. */
  readonly exchange: number;
  /** Name of the credential. */
  readonly actor: string;
  readonly operation: OperationId;
  /** Value of the parameter in the path; empty if the path has none. */
  readonly parameter: string;
  readonly query: URLSearchParams;
  /** The parsed body, without values of a wrong type; undefined if there is none, or no JSON. */
  readonly body: unknown;
  /** Value of `Idempotency-Key`. */
  readonly key: string | undefined;
  /** When it was sent, in milliseconds of the run. */
  readonly sentAt: number;
}

/** Reports a violation. */
export type Report = (
  requirement: string,
  request: SentRequest,
  details: {
    readonly pointer: string;
    readonly expected: string;
    readonly actual: string;
    /** Numbers of the other exchanges with which the answer was compared. */
    readonly others?: readonly number[];
  },
) => void;
