/** An exchange that a finding names, as a report shows it: without secrets, and cut to a readable length. */
export interface ExchangeReport {
  /** Number of the exchange in the run. Findings refer to it. */
  readonly exchange: number;
  /** Id of the check that sent the request. */
  readonly check: string;
  /** Name of the credential in the profile. */
  readonly actor: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Absent when no response head arrived. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** The beginning of the body. */
    readonly body: string;
    /** Length of the whole body in bytes. */
    readonly bytes: number;
  };
  /** Which side ended the exchange. Absent if it had not ended. */
  readonly end?: string;
  /** Why the response is missing or incomplete. */
  readonly problem?: string;
  readonly timeline: readonly Moment[];
  /** Number of moments left out of the timeline. */
  readonly omitted: number;
  /** The request as a curl command. It reads the token from CONVERSATION_API_TOKEN. */
  readonly curl: string;
}

/** The arrival of an event, or of a chunk of another body. */
export interface Moment {
  /** Milliseconds since the request was sent. */
  readonly at: number;
  /** Number of the event in its stream. Absent for a chunk of another body. */
  readonly event?: number;
  /** Name of the event. Absent for a chunk of another body. */
  readonly type?: string;
  /** Data of the event, or the number of bytes in the chunk. */
  readonly text: string;
}
