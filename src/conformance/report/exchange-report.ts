/** One exchange that a finding names, as it stands in a report: without secrets, and cut to what a person reads. */
export interface ExchangeReport {
  /** Its number in the run, which findings name. */
  readonly exchange: number;
  /** The check that made it. */
  readonly check: string;
  /** The credential that it was made with, by its name in the profile. */
  readonly actor: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Absent when no head of a response came. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** The beginning of the body. */
    readonly body: string;
    /** Bytes of the whole body. */
    readonly bytes: number;
  };
  /** Who ended it; absent when it had not ended. */
  readonly end?: string;
  /** Why there is no whole response. */
  readonly problem?: string;
  readonly timeline: readonly Moment[];
  /** Moments that were left out of the timeline. */
  readonly omitted: number;
  /** The request as a command. The token is taken from CONVERSATION_API_TOKEN. */
  readonly curl: string;
}

/** Something that came, and when. */
export interface Moment {
  /** Milliseconds since the request was sent. */
  readonly at: number;
  /** Number of the event in its stream; absent for a piece of another body. */
  readonly event?: number;
  /** Name of the event. */
  readonly type?: string;
  /** Its data, or how many bytes came. */
  readonly text: string;
}
