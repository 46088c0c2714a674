import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';
import { judgedRows } from '../parity/judged-rows.ts';
import { readFiles, Sources } from '../parity/sources.ts';
import type { Suite } from './sources.ts';

interface Ledger {
  readonly matrix: readonly {
    readonly breakage: string;
    readonly isCaught: boolean;
    readonly caughtBy: readonly string[];
  }[];
}

/** The checks, breakages and variants of src, the requirements that the judge verifies, and what the last ledger proved. */
export function readSuite(root: string): Suite {
  const { matrix } = JSON.parse(readFileSync(join(root, 'docs/ledger.json'), 'utf8')) as Ledger;
  return {
    checks: CHECKS.map(({ id, requirements, needs }) => ({ id, requirements, needs })),
    breakages: ALL_BREAKAGES.map(({ id, requirement, behaviour }) => ({ id, of: requirement, behaviour })),
    variants: VARIANTS.map(({ id, openPoint, behaviour }) => ({ id, of: openPoint, behaviour })),
    judged: new Set(judgedRows(new Sources(readFiles(root))).keys()),
    caught: new Map(
      matrix.filter(({ isCaught }) => isCaught).map(({ breakage, caughtBy }) => [breakage, caughtBy]),
    ),
  };
}
