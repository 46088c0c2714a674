/** What the operator tells about a target. Names are those of the statements' `needs`. */
export interface Profile {
  /** Base URL, without a slash at its end. */
  readonly baseUrl: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** By name: `main`, `second`, `other_user`, `no_scope:chat:write`, `allowlist`, … */
  readonly credentials: Readonly<Record<string, ProfileCredential>>;
  /** Credentials that are not there since an environment variable is not set: its name, by that of the credential. */
  readonly unset?: Readonly<Record<string, string>>;
  /** By name: `agent`, `library`, `foreign_skill`, … */
  readonly resources: Readonly<Record<string, ProfileResource>>;
  /** By name: the turn that takes this course. */
  readonly scenarios: Readonly<Record<string, ProfileTurn>>;
  /** By name: what brings the fault about. */
  readonly faults: Readonly<Record<string, ProfileFault>>;
  /** A request that makes the application run a turn; see docs/profile.md. */
  readonly application?: ProfileApplication;
  readonly timers: ProfileTimers;
}

export interface ProfileCredential {
  readonly token: string;
}

export interface ProfileResource {
  /** Ids, or what else the resource is; the first is used where one is enough. */
  readonly ids: readonly (number | string)[];
}

/** Members of a turn's body. */
export interface ProfileTurn {
  readonly body: { readonly content: string; readonly [member: string]: unknown };
  /** The credential that it is sent with, where only that one reaches the course. */
  readonly credential?: string;
}

export interface ProfileFault {
  /** Sent with the request that shall meet the fault. */
  readonly headers: Readonly<Record<string, string>>;
  /** Members put into the body of that request. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** How the application is made to run a turn. */
export interface ProfileApplication {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its strings may hold `$chat_id`, which stands for the chat, and `$content`, for what is said. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ProfileTimers {
  /** How many times faster than the service document says the target's timers run. */
  readonly timeScale: number;
}
