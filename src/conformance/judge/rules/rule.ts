import type { RequirementId } from '../../../../generated/ids.d.ts';
import type { FindingDetails } from '../finding.ts';
import type { JsonObject } from '../json.ts';
import type { Timing } from '../timing.ts';

/** An event of a stream, with or without valid data. */
export interface SeenEvent {
  /** Number of the event in its stream, from 0. */
  readonly index: number;
  /** Name of the event. The rest of a very long one is left out. */
  readonly type: string;
  /** Offset of the event in the stream, in bytes. */
  readonly offset: number;
  /** When the event arrived, in milliseconds of the recording's clock. Absent if the recording has no times. */
  readonly at?: number | undefined;
}

/** An event whose data is a JSON object. Its members may have any type; a rule ignores those of the wrong type. */
export interface JudgedEvent extends SeenEvent {
  readonly data: JsonObject;
  /** Whether `content` is known to equal the text of the deltas. The data then has a placeholder in its place. */
  readonly isContentCut: boolean;
}

/** How a stream ended: the server closed it; the client stopped reading, or the recording may be cut; or the connection broke. */
export type StreamEnd = 'server' | 'client' | 'error';

/** Also where the input ends before the exchange, as that of a recorder that is still writing. */
export type JudgedEnd = StreamEnd | 'open';

export interface Ending {
  readonly how: JudgedEnd;
  /** Length of the stream in bytes. */
  readonly offset: number;
  /** Offset of a block that is not followed by a blank line. */
  readonly unfinishedAt: number | undefined;
  /** When the stream ended, in milliseconds of the recording's clock. */
  readonly at: number | undefined;
}

/** Names the block at the end of a stream that has no blank line after it, so that it is not an event. Empty if there is none. */
export function describeUnfinished({ unfinishedAt }: Ending): string {
  return unfinishedAt === undefined ? '' : `; the block at byte ${unfinishedAt} has no blank line after it`;
}

/** The request that a stream answers. */
export interface TurnRequest {
  /** The chat id in the path of the request. */
  readonly chatId: string;
  /** Undefined if the request has another value. */
  readonly permissionMode: 'manual' | 'auto' | undefined;
  readonly metadata: JsonObject | null;
  /** Whether the turn carried agents; undefined if that is uncertain. */
  readonly carriesAgents: boolean | undefined;
}

export interface StreamContext {
  /** The request, if the recording has it. */
  readonly request: TurnRequest | undefined;
  /** The mode of the turn, from the request or from an option of the judge. */
  readonly permissionMode: 'manual' | 'auto' | undefined;
  /** The clock of the stream. Undefined if the recording has no times. */
  readonly timing: Timing | undefined;
  /** Whether the stream may repeat events of an earlier stream. */
  readonly mayRepeat: boolean;
  /** Whether the stream is known to answer a turn, so that it must have events. */
  readonly isTurn: boolean;
  exercise(requirement: RequirementId): void;
  /** Notes that the stream cannot show whether the requirement is met. */
  cannotJudge(requirement: RequirementId, reason: string): void;
  report(requirement: RequirementId, event: SeenEvent | undefined, details: FindingDetails): void;
  /** Counts bytes that a rule keeps until the stream ends. A rule calls it for everything that it keeps of an event, except numbers. */
  remember(bytes: number): void;
}

/** Why a rule that needs an event cannot judge a stream that was cut before its first one. */
export const CUT_BEFORE_EVENTS = 'the recording ends before the first event of the stream';

/** A rule about one stream. It keeps a bounded state in its closure. */
export interface StreamRule {
  /** Called when a part of an event has arrived, and its end has not. @param at when, in milliseconds of the recording's clock */
  heard?(at: number): void;
  /** Called for every event in order, including those that cannot be parsed. */
  seen?(event: SeenEvent): void;
  /** Called for the events of a name, up to and including the terminal event. */
  readonly on?: Readonly<Record<string, (event: JudgedEvent) => void>>;
  /** Called once at the end of the stream. */
  end?(ending: Ending): void;
}

export type StreamRuleFactory = (context: StreamContext) => StreamRule;
