import { detachText } from './detached-text.ts';
import type { Finding } from './finding.ts';
import { isObject } from './json.ts';

/** An id is cut at this length, in UTF-16 code units. The contract's ids have 36. */
const LONGEST_ID = 128;

/** By what the logs of a service know an exchange. */
export type LoggedAs = Pick<Finding, 'time' | 'requestId'>;

/** Follows an exchange until it is known by what the logs of the service know it. Its findings then say it, also the earlier ones. */
export class ExchangeTrace {
  #known: LoggedAs;
  readonly #unnamed: { requestId?: string }[] = [];

  constructor(time?: string) {
    this.#known = time === undefined ? {} : { time };
  }

  get known(): LoggedAs {
    return this.#known;
  }

  /** Adds what is known to a finding, and the request id once it is known. */
  mark(finding: Finding): Finding {
    const marked = { ...finding, ...this.#known };
    if (marked.requestId === undefined) this.#unnamed.push(marked);
    return marked;
  }

  /** @param object the data of `message.start`, or the `meta` of an envelope. The first id counts. */
  name(object: unknown): void {
    const requestId = requestIdIn(object);
    if (requestId === undefined || this.#known.requestId !== undefined) return;
    this.#known = { ...this.#known, requestId };
    for (const finding of this.#unnamed) finding.requestId = requestId;
    this.#unnamed.length = 0;
  }
}

/** Reads the id from the data of `message.start`, or from the `meta` of an envelope. */
export function requestIdIn(object: unknown): string | undefined {
  const id = isObject(object) ? object.request_id : undefined;
  return typeof id === 'string' && id !== '' ? detachText(id, LONGEST_ID) : undefined;
}

/**
 * The time in UTC, as in `2026-11-30T14:58:17.123Z`.
 *
 * @param start a time in the form of RFC 3339
 * @param later milliseconds after it
 * @returns undefined if there is no such time
 */
export function timeAfter(start: string | undefined, later: number): string | undefined {
  const time = new Date(start === undefined ? Number.NaN : Date.parse(start) + later);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
