import { TrafficNotes } from '../../../src/alterations/families/note-traffic.ts';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { judgeReference } from '../judge-reference.ts';

/** Checks that wait longer, in milliseconds of the service's time, each get a server of their own. */
const LONG = 100_000;

/** Runs checks against sound servers, one check at a time on each, and notes what they see. */
export async function observeTraffic(checks: readonly Check[]): Promise<Traffic> {
  const short = new TrafficNotes();
  const long = checks.filter(({ waits = 0 }) => waits >= LONG);
  const [, ...others] = await Promise.all([
    observe(
      checks.filter((check) => !long.includes(check)),
      short,
    ),
    ...long.map((check) => observe([check], new TrafficNotes())),
  ]);
  for (const notes of others) short.merge(notes);
  return short.traffic();
}

async function observe(checks: readonly Check[], notes: TrafficNotes): Promise<TrafficNotes> {
  await judgeReference({
    checks,
    decorators: [notes],
    concurrency: 1,
    onOutcome: ({ check }) => notes.assign(check.id),
  });
  return notes;
}
