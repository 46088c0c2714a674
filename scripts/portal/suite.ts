import { ALL_BREAKAGES, SHAPE_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';
import { readLedger } from '../ledger/ledger-file.ts';
import { SHOWN_ALONE } from '../ledger/matrix.ts';
import { judgedRows } from '../parity/judged-rows.ts';
import { readFiles, Sources } from '../parity/sources.ts';
import type { Proof, Suite } from './sources.ts';

/** The checks, breakages and variants of src, the requirements that the judge verifies, and what the last ledger proved. */
export function readSuite(root: string): Suite {
  const proofs = readProofs();
  return {
    checks: CHECKS.map(({ id, requirements, needs }) => ({ id, requirements, needs })),
    breakages: ALL_BREAKAGES.map(({ id, requirement, behaviour }) => ({
      id,
      of: requirement,
      behaviour,
      proof: proofs.get(id) ?? { kind: 'missing' },
    })),
    variants: VARIANTS.map(({ id, openPoint, behaviour }) => ({ id, of: openPoint, behaviour })),
    judged: new Set(judgedRows(new Sources(readFiles(root))).keys()),
  };
}

/** A run of the ledger judges the breakages of behaviour. Tests judge the others. */
function readProofs(): ReadonlyMap<string, Proof> {
  const caught = readLedger().matrix.filter(({ isCaught }) => isCaught);
  return new Map<string, Proof>([
    ...SHAPE_BREAKAGES.map(({ id }) => [id, { kind: 'tried-everywhere' }] as const),
    ...Object.entries(SHOWN_ALONE).map(([id, reason]) => [id, { kind: 'own-test', reason }] as const),
    ...caught.map(({ breakage, caughtBy }) => [breakage, { kind: 'ledger', checks: caughtBy }] as const),
  ]);
}
