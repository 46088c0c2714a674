import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { JudgedBreakage, WholeReport } from './breakages.ts';
import type { FamilyResult } from './families/summarise.ts';
import type { Proof } from './proofs.ts';

/** What one kind of altered servers cost. */
export interface Cost {
  readonly kind: string;
  readonly servers: number;
  /** Seconds of the processor, in all threads. */
  readonly seconds: number;
}

/** The results of a run of the ledger. */
export interface Ledger {
  readonly costs: readonly Cost[];
  /** Seconds of the processor for everything, with the sound run and the start of the threads. */
  readonly seconds: number;
  readonly breakages: readonly JudgedBreakage[];
  /** What a run reports about a sample of the breakages. */
  readonly sample: readonly WholeReport[];
  /** The proofs of the checks that catch no breakage. */
  readonly proofs: readonly Proof[];
  /** The sets of variants that were judged together. */
  readonly combinations: readonly (readonly string[])[];
  /** The generated alterations, by family. */
  readonly families: readonly FamilyResult[];
  /** What nothing explains. Empty if the suite is sound. */
  readonly problems: readonly string[];
}

const FILE = new URL('../../reports/ledger.json', import.meta.url);

/** The results of the last run in this clone; undefined before the first one. */
export function readLedger(): Ledger | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Ledger) : undefined;
}

export function writeLedger(ledger: Ledger): void {
  mkdirSync(new URL('.', FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(ledger, null, 1)}\n`);
}
