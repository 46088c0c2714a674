import { TrafficNotes } from '../../../src/alterations/families/note-traffic.ts';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';
import { judgeReference } from '../judge-reference.ts';

/** Runs checks against a sound server, one at a time, and records what they see. */
export async function observeTraffic(checks: readonly Check[]): Promise<Traffic> {
  const notes = new TrafficNotes();
  await judgeReference({
    checks,
    decorators: [notes, notes.states],
    concurrency: 1,
    onOutcome: ({ check }) => notes.assign(check.id),
  });
  return notes.traffic();
}
