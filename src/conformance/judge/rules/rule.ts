import type { FindingDetails } from '../finding.ts';
import type { JsonObject } from '../json.ts';

/** An event as it stood in the stream, whatever its data is. */
export interface SeenEvent {
  /** Number of the event in its stream, from 0. */
  readonly index: number;
  readonly type: string;
  /** Where the event begins, in bytes. */
  readonly offset: number;
  /** When it arrived, in milliseconds of the recording's clock; absent where the recording has no times. */
  readonly at?: number | undefined;
}

/** An event whose data is a JSON object. Its members are not checked: rules look at those of the right type only. */
export interface JudgedEvent extends SeenEvent {
  readonly data: JsonObject;
  /** Whether `content` was compared already, and is the text of the deltas. The data then has a placeholder in its place. */
  readonly isContentCut: boolean;
}

/**
 * How the reading of a stream ended: the server closed it; the client stopped reading (or the recording says that it may be
 * cut); or the connection broke.
 */
export type StreamEnd = 'server' | 'client' | 'error';

export interface Ending {
  readonly how: StreamEnd;
  /** Number of bytes read. */
  readonly offset: number;
  /** Where a block began that never ended, if one did. */
  readonly unfinishedAt: number | undefined;
  /** When the stream ended, as `at` of an event. */
  readonly at: number | undefined;
}

/** What is known about the request whose answer the stream is. */
export interface TurnRequest {
  /** The chat that the request's path names. */
  readonly chatId: string;
  readonly permissionMode: 'manual' | 'auto';
  readonly metadata: JsonObject | null;
  /** Whether the turn carried agents; undefined where the content leaves it open. */
  readonly carriesAgents: boolean | undefined;
}

export interface StreamContext {
  /** The request, where the recording has it. */
  readonly request: TurnRequest | undefined;
  /** The turn's mode, from the request or from the person who runs the judge. */
  readonly permissionMode: 'manual' | 'auto' | undefined;
  /** How many times faster than the clock the server's timers ran; undefined where the recording has no times. */
  readonly timeScale: number | undefined;
  exercise(requirement: string): void;
  report(requirement: string, event: SeenEvent | undefined, details: FindingDetails): void;
}

/** A rule about one stream. It holds its state in the closure that made it, and that state is bounded. */
export interface StreamRule {
  /** Called for every event in order, also for those that cannot be parsed. */
  seen?(event: SeenEvent): void;
  /** Called for the events of a name, until the terminal one. */
  readonly on?: Readonly<Record<string, (event: JudgedEvent) => void>>;
  /** Called once. */
  end?(ending: Ending): void;
}

export type StreamRuleFactory = (context: StreamContext) => StreamRule;
