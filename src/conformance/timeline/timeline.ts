import { SILENCE } from '../judge/timing.ts';

/** One event of a stream, as a timeline shows it. */
export interface TimelineEvent {
  /** Number of the event in its stream, from 0, as findings name it. */
  readonly index: number;
  readonly type: string;
  /** Milliseconds since the first event. */
  readonly at: number;
  /** The data as it was sent, perhaps cut. */
  readonly data: string;
}

/** The events of one stream, without those that there is no room for. */
export interface Timeline {
  readonly events: readonly TimelineEvent[];
  /** Whether the recording says when the events came. Otherwise they are evenly spaced. */
  readonly isTimed: boolean;
  /** Number of events that are not shown, because there are too many. */
  readonly left: number;
}

/** One stream of a recording. */
export interface StreamTimeline extends Timeline {
  /** Number of its exchange. Absent in a raw stream. */
  readonly exchange?: number;
  readonly label: string;
}

/** The rows of a timeline, from top to bottom. */
export const LANES = ['turn', 'text', 'steps', 'agents', 'interactions', 'pings'] as const;
export type Lane = (typeof LANES)[number];

const LANE_OF: Readonly<Record<string, Lane>> = {
  'message.start': 'turn',
  'message.completed': 'turn',
  'message.cancelled': 'turn',
  'message.error': 'turn',
  'message.delta': 'text',
  'message.step': 'steps',
  'message.action_required': 'interactions',
  ping: 'pings',
};

/** The lane of an event. Steps of agent tasks have a lane of their own; unknown events are shown with those of the turn. */
export function laneOf({ type, data }: Pick<TimelineEvent, 'type' | 'data'>): Lane {
  const lane = (Object.hasOwn(LANE_OF, type) ? LANE_OF[type] : undefined) ?? 'turn';
  return lane === 'steps' && /"agent"\s*:\s*\{|"agent_task_ids"|"key"\s*:\s*"agents?[_"]/.test(data)
    ? 'agents'
    : lane;
}

/** Without times, the events are this far apart, and a ping comes after a silence. */
const STEP = 400;

/** How long after the event before it an event of this type is placed when nothing is known about times, in milliseconds. */
export function spaceBefore(type: string): number {
  return type === 'ping' ? SILENCE : STEP;
}
