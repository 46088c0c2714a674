import { SILENCE } from '../judge/timing.ts';
import { LANES, laneOf, type TimelineEvent } from './timeline.ts';

/** Width of the drawing, in its own units. It is stretched to the width that there is. */
export const WIDTH = 1000;
/** Height of a lane. */
const LANE = 26;
/** Width of a mark. Marks of one lane that would hide each other are drawn once. */
const MARK = 4;
const MARGIN = 4;

/** The names of the rows from top to bottom. */
export const ROWS = [...LANES, 'findings'] as const;
export const HEIGHT: number = ROWS.length * LANE;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Mark extends Box {
  /** The lane, or `error` or `finding`. */
  readonly kind: string;
  /** The first event that the mark stands for. */
  readonly event: TimelineEvent;
  /** How many events the mark stands for. */
  readonly count: number;
}

export interface Layout {
  /** Silences after which a service sends a ping. */
  readonly silences: readonly Box[];
  /** Where events are left out. */
  readonly gaps: readonly Box[];
  /** Vertical positions of the lines that the marks stand on. */
  readonly rules: readonly number[];
  readonly marks: readonly Mark[];
}

/**
 * Places the events of a stream on a drawing. The number of shapes has a limit, however many events there are.
 *
 * @param marked whether a finding names the event
 */
export function layOut(
  events: readonly TimelineEvent[],
  marked: (index: number) => boolean,
  timeScale = 1,
): Layout {
  const duration = durationOf(events);
  const between = (box: (before: TimelineEvent, event: TimelineEvent) => boolean) =>
    events.flatMap((event, index) => {
      const before = events[index - 1];
      return before && box(before, event) ? [stripe(before.at, event.at, duration)] : [];
    });
  return {
    silences: thin(between((before, { at }) => at - before.at >= SILENCE / timeScale)),
    gaps: thin(between((before, { index }) => index - before.index > 1)),
    rules: ROWS.map((_, row) => (row + 0.5) * LANE),
    marks: placeMarks(events, marked, duration),
  };
}

/** How long a stream takes, in milliseconds; at least one. */
export function durationOf(events: readonly TimelineEvent[]): number {
  return Math.max(1, events.at(-1)?.at ?? 1);
}

/** The horizontal position of a time. */
export function positionOf(at: number, duration: number): number {
  return MARGIN + (at / duration) * (WIDTH - 2 * MARGIN);
}

function placeMarks(
  events: readonly TimelineEvent[],
  marked: (index: number) => boolean,
  duration: number,
): readonly Mark[] {
  const marks = new Map<string, Mark>();
  const place = (row: number, kind: string, event: TimelineEvent) => {
    const x = Math.round(positionOf(event.at, duration) / MARK) * MARK - MARK / 2;
    const key = `${row} ${kind} ${x}`;
    const there = marks.get(key);
    marks.set(
      key,
      there
        ? { ...there, count: there.count + 1 }
        : { kind, event, count: 1, x, y: row * LANE + 4, width: MARK, height: LANE - 8 },
    );
  };
  for (const event of events) {
    const lane = laneOf(event);
    place(LANES.indexOf(lane), event.type === 'message.error' ? 'error' : lane, event);
    if (marked(event.index)) place(LANES.length, 'finding', event);
  }
  return [...marks.values()];
}

function stripe(from: number, to: number, duration: number): Box {
  const x = positionOf(from, duration);
  return { x, y: 0, width: positionOf(to, duration) - x, height: HEIGHT };
}

/** Stripes narrower than a mark cannot be told apart, so there is no use in more of them than marks in a row. */
function thin(stripes: readonly Box[]): readonly Box[] {
  const most = WIDTH / MARK;
  return stripes.length <= most ? stripes : [...stripes].sort((a, b) => b.width - a.width).slice(0, most);
}
