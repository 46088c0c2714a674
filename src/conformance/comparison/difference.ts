import type { LoggedExchange } from '../drive/logged-exchange.ts';
import type { Values } from './differing-places.ts';

/** Answers of two servers that differ at one place, in one way. */
export interface Difference extends Values {
  /** The operation, or method and path where the contract has none. */
  readonly operation: string;
  /** `HTTP status`, `content type`, `kinds of events`, a member of the body, or `EVENT!MEMBER`. */
  readonly place: string;
  /** Operations and places with the same difference besides: `getChat data.icon`. */
  readonly elsewhere: readonly string[];
  /** Whether one server wraps payloads, from which this may follow: checks could not read them. */
  readonly mayFollow?: boolean;
  /** In how many pairs of answers. */
  readonly count: number;
  /** The first of these pairs. */
  readonly example: {
    readonly check: string;
    readonly one: LoggedExchange;
    readonly other: LoggedExchange;
  };
  /** Requirements that one of the answers violates, and at which server: 0 or 1. */
  readonly violations: readonly { readonly requirement: string; readonly server: 0 | 1 }[];
  /** Open points that the two servers read in different ways there: `A-85` with the keys of both readings. */
  readonly readings: readonly { readonly point: string; readonly one: string; readonly other: string }[];
}
