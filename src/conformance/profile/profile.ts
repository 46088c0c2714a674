import type { JsonInteger } from '../../exact-json/exact-number.ts';
import type { ToolNames } from '../../rig/script/tool-names.ts';
/** What the suite knows about a target. The names are those of the `needs` of statements. */
export interface Profile {
  /** Base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** By name: `main`, `second`, `other_user`, `no_scope:chat:write`, `allowlist`, … */
  readonly credentials: Readonly<Record<string, ProfileCredential>>;
  /** Credentials that are missing because their environment variable is not set: the variable, by the name of the credential. */
  readonly unset?: Readonly<Record<string, string>>;
  /** By name: `agent`, `library`, `foreign_skill`, … */
  readonly resources: Readonly<Record<string, ProfileResource>>;
  /** By name: a turn that brings the scenario about. */
  readonly scenarios: Readonly<Record<string, ProfileTurn>>;
  /** The scenarios whose subject the target does not have. */
  readonly absent?: readonly string[];
  /** The target's tools for acts of scripts that name no tool. Without an entry, the act is sent unchanged. */
  readonly tools?: Partial<ToolNames>;
  /** By name: the part of a request that causes the fault. */
  readonly faults: Readonly<Record<string, ProfileFault>>;
  /** A request that makes the application run a turn (docs/profile.md). */
  readonly application?: ProfileApplication;
  readonly timers: ProfileTimers;
  readonly price?: ProfilePrice;
}

export interface ProfileCredential {
  readonly token: string;
}

export interface ProfileResource {
  /** Ids or other values of the resource. Checks that need one value use the first. */
  readonly ids: readonly (JsonInteger | string)[];
}

/** A turn of a scenario. */
export interface ProfileTurn {
  /** Members of the body. */
  readonly body: { readonly content: string; readonly [member: string]: unknown };
  /** The credential that must send the turn. Absent if any can. */
  readonly credential?: string;
}

export interface ProfileFault {
  /** Headers of the request that must meet the fault. */
  readonly headers: Readonly<Record<string, string>>;
  /** Members that are added to the body of the request. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The request that makes the application run a turn. */
export interface ProfileApplication {
  /** The credential whose token `headers` has. Absent if the request needs none. */
  readonly credential?: string;
  readonly method: string;
  /** Path below the base URL, with a leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Strings in the body may contain the placeholders `$chat_id` and `$content`. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ProfileTimers {
  /** How many times faster than the service document says the target's timers run. */
  readonly timeScale: number;
}

export interface ProfilePrice {
  /** The price of an average turn that reaches a model. */
  readonly turn: number;
  readonly currency: string;
}
