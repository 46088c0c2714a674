/** An exchange that showed a reading. It may contain secrets. */
export interface ReadingEvidence {
  /** Number of the exchange in the run. */
  readonly exchange: number;
  readonly check: string;
  /** Method and path. */
  readonly request: string;
  /** Status with the code of a failure, or with the last event of a stream. */
  readonly answer: string;
}

/** A reading of an open point that a run showed. */
export interface SeenReading {
  readonly point: string;
  /** Its key in the open point, or `other` for an answer that no listed reading gives. */
  readonly reading: string;
  /** How many exchanges showed it. */
  readonly count: number;
  /** The first of these exchanges. */
  readonly evidence: readonly ReadingEvidence[];
}
