import type { OpenPointId } from '../../../generated/ids.d.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import type { TransportProblem, WireRequest } from './wire.ts';

/** One exchange with the target, as evidence. */
export interface LoggedExchange {
  /** Number of the exchange in the run. Findings refer to it. */
  readonly number: number;
  /** Id of the check that sent the request. */
  readonly check: string;
  /** Name of the credential in the profile. */
  readonly actor: string;
  readonly request: WireRequest;
  /** Milliseconds since the start of the run. */
  readonly sentAt: number;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The kept part of the body, with the arrival times in milliseconds since the start of the run. */
  readonly chunks: { readonly at: number; readonly bytes: Uint8Array }[];
  /** Length of the whole body in bytes. */
  length: number;
  end?: StreamEnd;
  /** When it ended, in milliseconds since the start of the run. */
  endedAt?: number;
  /** When the first event of its stream arrived, in milliseconds since the start of the run. */
  firstEventAt?: number;
  /** Whether the run itself held the request back, or left the response unread, so that its times do not show the target's speed. */
  isDelayed?: boolean;
  /** How often the request was asked to wait before this answer. */
  refusals?: number;
  /** Open points whose conditions the check has set up, according to the check. */
  observed?: OpenPointId[];
  /** Why there is no complete response. */
  problem?: string;
  /** The kind of that problem, if there is no response at all. */
  failure?: TransportProblem;
}
