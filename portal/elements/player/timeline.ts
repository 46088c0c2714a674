/** One event of a stream, as the player shows it. */
export interface PlayedEvent {
  /** Number of the event in its stream, from 0, as findings name it. */
  readonly index: number;
  readonly type: string;
  /** Milliseconds since the first event. */
  readonly at: number;
  /** The data as it was sent, perhaps cut. */
  readonly data: string;
}

/** One stream of a recording. */
export interface PlayedStream {
  /** Number of its exchange. Absent in a raw stream. */
  readonly exchange?: number;
  readonly label: string;
  readonly events: readonly PlayedEvent[];
  /** Whether the recording says when the events came. Otherwise they are evenly spaced. */
  readonly isTimed: boolean;
  /** How many events are not shown, because there are too many. */
  readonly left: number;
}

/** The rows of the timeline, from top to bottom. */
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
export function laneOf({ type, data }: Pick<PlayedEvent, 'type' | 'data'>): Lane {
  const lane = LANE_OF[type] ?? 'turn';
  return lane === 'steps' && /"agent"\s*:\s*\{|"agent_task_ids"|"key"\s*:\s*"agents?[_"]/.test(data)
    ? 'agents'
    : lane;
}

/** A service sends a ping after this silence. The player shades silences of this length, in milliseconds. */
export const SILENCE = 15_000;
/** Without times, the events are this far apart, and a ping comes after a silence. */
const STEP = 400;

export function timesWithout(types: readonly string[]): readonly number[] {
  let at = 0;
  return types.map((type, index) => {
    if (index > 0) at += type === 'ping' ? SILENCE : STEP;
    return at;
  });
}

/** The text of the answer after an event, as a client that follows the contract would have it. */
export function foldText(text: string, { type, data }: Pick<PlayedEvent, 'type' | 'data'>): string {
  if (!['message.delta', 'message.completed', 'message.cancelled'].includes(type)) return text;
  const value = parse(data);
  if (type === 'message.delta') {
    if (typeof value?.text !== 'string') return text;
    return value.replace === true ? value.text : text + value.text;
  }
  return typeof value?.content === 'string' ? value.content : text;
}

function parse(data: string): { readonly [member: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as { [member: string]: unknown }) : undefined;
  } catch {
    return undefined;
  }
}
