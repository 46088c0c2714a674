import { detachText } from './detached-text.ts';

/** Texts of a finding are cut at this length, in UTF-16 code units. An event may have a name, or a path to a member, of several MiB. */
const LONGEST_TEXT = 1000;

/** A violation of a requirement, with its evidence. */
export interface Finding {
  /** Id of the requirement. */
  readonly requirement: string;
  /** Number of the exchange in its recording, from 0. Absent if the input is a single stream. */
  readonly exchange?: number;
  /** In a live run: numbers of the other exchanges whose answers show the violation together with this one. A report has them as `answers`. */
  readonly others?: readonly number[];
  /** When the request of the exchange was sent, in UTC, as in `2026-11-30T14:58:17.123Z`. Absent if it is unknown. */
  readonly time?: string;
  /** The `request_id` of the exchange, as far as the response said it. */
  readonly requestId?: string;
  /** Number of the event in its stream, from 0. Absent if the finding is about the whole stream or a body. */
  readonly event?: number;
  /** Name of the event. */
  readonly eventType?: string;
  /** Offset of the evidence in the decoded body, in bytes. */
  readonly offset?: number;
  /** JSON Pointer into the event's data or the response body. */
  readonly pointer?: string;
  readonly expected: string;
  readonly actual: string;
  /** The usual cause of such a violation. Findings of one input with the same hint have one cause. */
  readonly hint?: string;
}

export type FindingDetails = Omit<Finding, 'requirement' | 'exchange' | 'time' | 'requestId'>;

/** The details with texts of bounded length, which keep no larger text in memory. */
export function shortenDetails(details: FindingDetails): FindingDetails {
  const members = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? detachText(value, LONGEST_TEXT) : value,
  ]);
  return Object.fromEntries(members) as FindingDetails;
}
