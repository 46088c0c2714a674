import { ALL_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { loadRows } from '../../src/conformance/registry/registry.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import type { FrozenIds } from './frozen-ids.ts';

/** The ids of the checks, breakages and variants in src, and of the requirements in the registry. */
export function currentIds(): FrozenIds {
  return {
    requirements: loadRows().requirements.map(({ id }) => id),
    checks: CHECKS.map(({ id }) => id),
    breakages: ALL_BREAKAGES.map(({ id }) => id),
    variants: VARIANTS.map(({ id }) => id),
  };
}
