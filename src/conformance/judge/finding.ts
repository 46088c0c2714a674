/** A requirement violated, with the evidence for it. */
export interface Finding {
  /** Id of the requirement row. */
  readonly requirement: string;
  /** Number of the exchange in its recording, from 0; absent where the input is a single stream. */
  readonly exchange?: number;
  /** Number of the event in its stream, from 0; absent where the finding is about the stream or a body. */
  readonly event?: number;
  /** Name of that event. */
  readonly eventType?: string;
  /** Where the evidence begins, in bytes of the decoded body. */
  readonly offset?: number;
  /** JSON Pointer into the event's data or the response body. */
  readonly pointer?: string;
  readonly expected: string;
  readonly actual: string;
}

export type FindingDetails = Omit<Finding, 'requirement' | 'exchange'>;
