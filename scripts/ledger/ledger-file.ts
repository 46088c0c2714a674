import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { JudgedBreakage, WholeReport } from './breakages.ts';
import type { FamilyResult } from './families/summarise.ts';
import type { CombinationTask } from './judges.ts';
import type { Proof } from './proofs.ts';

/** The cost of one kind of altered servers. */
export interface Cost {
  readonly kind: string;
  readonly servers: number;
  /** Processor seconds over all threads. */
  readonly seconds: number;
}

/** The results of a run of the ledger. */
export interface Ledger {
  readonly costs: readonly Cost[];
  /** Processor seconds for everything, including the sound run and the start of the threads. */
  readonly seconds: number;
  /** What a run did not judge; undefined if it judged everything. */
  readonly leavesOut?: string;
  readonly breakages: readonly JudgedBreakage[];
  /** What runs report for a sample of the breakages. */
  readonly sample: readonly WholeReport[];
  /** The proofs for the checks that catch no breakage. */
  readonly proofs: readonly Proof[];
  /** The sets of variants that were judged together. */
  readonly combinations: readonly CombinationTask[];
  /** The generated alterations, by family. */
  readonly families: readonly FamilyResult[];
  /** Unexplained results. Empty if the suite is sound. */
  readonly problems: readonly string[];
}

const FILE = new URL('../../reports/ledger.json', import.meta.url);

/** The results of the last run in this clone, or undefined before the first run. */
export function readLedger(): Ledger | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Ledger) : undefined;
}

export function writeLedger(ledger: Ledger): void {
  mkdirSync(new URL('.', FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(ledger, null, 1)}\n`);
}
