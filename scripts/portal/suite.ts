import { ALL_BREAKAGES, SHAPE_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { type Ledger, readLedger } from '../ledger/ledger-file.ts';
import { judgedRows } from '../parity/judged-rows.ts';
import { readFiles, Sources } from '../parity/sources.ts';
import type { Proof, Suite } from './sources.ts';

/** The checks, breakages and variants of src, the requirements that the judge verifies, and the results of the last ledger run. */
export function readSuite(root: string, ledger: Ledger | undefined = readLedger()): Suite {
  const proofs = proofsIn(ledger);
  return {
    checks: CHECKS.map(({ id, requirements, needs }) => ({ id, requirements, needs })),
    breakages: ALL_BREAKAGES.map(({ id, requirement, behaviour }) => ({
      id,
      of: requirement,
      behaviour,
      proof: proofs.get(id),
    })),
    variants: VARIANTS.map(({ id, openPoint, behaviour }) => ({ id, of: openPoint, behaviour })),
    judged: new Set(judgedRows(new Sources(readFiles(root))).keys()),
    ledger,
  };
}

/** A ledger run judges the breakages of behaviour. A test judges those of shapes. */
function proofsIn(ledger: Ledger | undefined): ReadonlyMap<string, Proof> {
  const caught = ledger?.breakages.filter(({ isCaught }) => isCaught) ?? [];
  return new Map<string, Proof>([
    ...SHAPE_BREAKAGES.map(({ id }) => [id, { kind: 'tried-everywhere' }] as const),
    ...caught.map(({ breakage, caughtBy }) => [breakage, { kind: 'ledger', checks: caughtBy }] as const),
  ]);
}
