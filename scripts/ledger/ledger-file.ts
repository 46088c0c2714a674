import { readFileSync } from 'node:fs';
import type { MatrixEntry } from './matrix.ts';

/** What the last whole run of the ledger found. */
export interface Ledger {
  /** Ids of the checks and variants that there were. */
  readonly checks: readonly string[];
  readonly variants: readonly string[];
  readonly matrix: readonly MatrixEntry[];
}

export const LEDGER_JSON = new URL('../../docs/ledger.json', import.meta.url);
export const LEDGER_PAGE = new URL('../../docs/ledger.md', import.meta.url);
export const README = new URL('../../README.md', import.meta.url);

export function readLedger(): Ledger {
  return JSON.parse(readFileSync(LEDGER_JSON, 'utf8')) as Ledger;
}

/** The ledger as JSON with a line for each breakage, so that changes can be read. */
export function formatLedger({ matrix, ...rest }: Ledger): string {
  const lines = matrix.map((entry) => JSON.stringify(entry)).join(',\n');
  return `${JSON.stringify(rest).slice(0, -1)},"matrix":[\n${lines}\n]}\n`;
}
