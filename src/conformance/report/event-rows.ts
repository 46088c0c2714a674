import type { TimelineEvent } from '../timeline/timeline.ts';

/** How many rows the table shows at the beginning, at the end, and around each event that a finding names. */
const FIRST = 20;
const LAST = 10;
const AROUND = 2;
const MOST = 100;
/** This many consecutive events of the same type, or more, share one row of the table. */
const ALIKE = 4;

/** Consecutive events of the same type; usually just one. */
export interface EventRow {
  readonly first: TimelineEvent;
  readonly last: TimelineEvent;
  readonly count: number;
}

export interface EventTable {
  readonly rows: readonly EventRow[];
  /** Number of events that are in no row. */
  readonly left: number;
}

/** The rows of a table of stream events. An event that a finding names has its own row. */
export function gatherRows(events: readonly TimelineEvent[], marked: (index: number) => boolean): EventTable {
  const rows = join(events, marked);
  const kept = new Set<number>();
  const keep = (from: number, to: number) => {
    for (let at = Math.max(0, from); at <= to && at < rows.length && kept.size < MOST; at += 1) kept.add(at);
  };
  keep(0, FIRST - 1);
  keep(rows.length - LAST, rows.length - 1);
  for (const [at, { first }] of rows.entries()) if (marked(first.index)) keep(at - AROUND, at + AROUND);
  const shown = rows.filter((_, at) => kept.has(at));
  return { rows: shown, left: events.length - shown.reduce((sum, { count }) => sum + count, 0) };
}

function join(events: readonly TimelineEvent[], marked: (index: number) => boolean): readonly EventRow[] {
  const runs: TimelineEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const belongs =
      before !== undefined &&
      before.type === event.type &&
      before.index + 1 === event.index &&
      !marked(before.index) &&
      !marked(event.index);
    if (belongs) run?.push(event);
    else runs.push([event]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) return [];
    if (run.length < ALIKE) return run.map((event) => ({ first: event, last: event, count: 1 }));
    return [{ first, last, count: run.length }];
  });
}
