import { readFileSync } from 'node:fs';
import type { Proof } from './families/prove-checks.ts';
import type { FamilyResult } from './families/summarise.ts';
import type { MatrixEntry } from './matrix.ts';

/** The results of the last complete run of the ledger. */
export interface Ledger {
  /** The ids of the checks and variants of that run. */
  readonly checks: readonly string[];
  readonly variants: readonly string[];
  /** The number of combinations of readings that were judged. */
  readonly combinations: number;
  readonly matrix: readonly MatrixEntry[];
  /** The generated alterations, by family. Absent until they have been judged. */
  readonly families?: readonly FamilyResult[];
  /** Generated alterations that prove checks which find no breakage written by hand. */
  readonly proofs: readonly Proof[];
}

export const LEDGER_JSON = new URL('../../docs/ledger.json', import.meta.url);
export const README = new URL('../../README.md', import.meta.url);

export function readLedger(): Ledger {
  return JSON.parse(readFileSync(LEDGER_JSON, 'utf8')) as Ledger;
}

/** The ids of the checks that find a breakage or a generated alteration. */
export function provenChecks({ matrix, proofs }: Pick<Ledger, 'matrix' | 'proofs'>): ReadonlySet<string> {
  return new Set([...matrix.flatMap(({ caughtBy }) => caughtBy), ...proofs.flatMap(({ checks }) => checks)]);
}

/** Formats the ledger as JSON with one line per breakage, so that diffs are readable. */
export function formatLedger({ matrix, ...rest }: Ledger): string {
  const lines = matrix.map((entry) => JSON.stringify(entry)).join(',\n');
  return `${JSON.stringify(rest).slice(0, -1)},"matrix":[\n${lines}\n]}\n`;
}
