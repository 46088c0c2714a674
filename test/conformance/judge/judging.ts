import { Judgement, type RowJudgement } from '../../../src/conformance/judge/judgement.ts';
import type { StreamFacts } from '../../../src/conformance/judge/stream-facts.ts';
import { StreamJudge } from '../../../src/conformance/judge/stream-judge.ts';
import type { Requirement } from '../../../src/conformance/registry/registry.ts';
import { rowStatus, type Verdict, verdictOver } from '../../../src/conformance/verdict/verdict.ts';

export interface Piece {
  readonly bytes: Uint8Array;
  readonly at?: number;
}

/** Sends every event through the general path, as a listener that follows the stream does. */
export const GENERAL_PATH: StreamFacts = { listener: { event() {}, unreadable() {} } };

/** Judges one stream in pieces. The memory of each piece is overwritten afterwards. */
export function judgePieces(
  pieces: Iterable<Piece>,
  facts: StreamFacts = {},
  how: 'server' | 'client' = 'server',
  endsAt?: number,
): Judgement {
  const judgement = new Judgement();
  const judge = new StreamJudge(judgement, facts);
  for (const { bytes, at } of pieces) {
    const borrowed = Uint8Array.from(bytes);
    judge.push(borrowed, at);
    borrowed.fill(0x7b);
  }
  judge.end(how, endsAt);
  return judgement;
}

/** The verdict on one judgement, without the report that a command makes of it. */
export function verdictOf(judgement: Judgement, requirements: readonly Requirement[]): Verdict {
  const rows = requirements.map((requirement) => ({
    level: requirement.level,
    status: rowStatus(requirement, judgement.rows.get(requirement.id)),
  }));
  return verdictOver(rows, judgement.incomplete);
}

export function judgeText(text: string, facts: StreamFacts = {}): Judgement {
  return judgePieces([{ bytes: new TextEncoder().encode(text) }], facts);
}

/** Whether a stream violates a requirement. Stops at the first part that does. */
export function isViolatedBy(parts: readonly string[], facts: StreamFacts = {}): boolean {
  const judgement = new Judgement();
  const judge = new StreamJudge(judgement, facts);
  for (const part of parts) {
    judge.push(new TextEncoder().encode(part));
    if (violated(judgement).length > 0) return true;
  }
  judge.end('server');
  return violated(judgement).length > 0;
}

/** Ids of the requirements that the stream violates. */
export function violated(judgement: Judgement): string[] {
  return [...judgement.rows].filter(([, row]) => row.violations > 0).map(([id]) => id);
}

/** The content of a judgement, in a comparable form. */
export function plain(judgement: Judgement): unknown {
  const { events, bytes, incomplete } = judgement;
  const rows = [...judgement.rows].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return {
    events,
    bytes,
    incomplete,
    rows: rows.map(([id, row]: [string, RowJudgement]) => [id, { ...row }]),
  };
}
