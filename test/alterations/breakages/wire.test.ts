import { expect, it } from 'vitest';
import { SHAPE_BREAKAGES, WIRE_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Requirements that only allow something, or that only raw bytes could violate, which no port of the server writes. */
const UNBREAKABLE = [
  /^stream\.framing\.(json-data|utf8)$/,
  // The suite tolerates new names as a reading of the contract: the variant A-84=may-grow.
  /^stream\.events\.known-names$/,
];

it('a breakage on the wire exists for every requirement without a check, unless the requirement is listed as unbreakable', () => {
  const known = [...WIRE_BREAKAGES, ...SHAPE_BREAKAGES].map(({ requirement }) => requirement);
  const broken = new Set([...known, ...CHECKS.flatMap(({ requirements }) => requirements)]);
  const unbroken = loadRegistry()
    .requirements.filter(({ level, unverifiable }) => /must|should/.test(level) && unverifiable === undefined)
    .map(({ id }) => id)
    .filter((id) => !broken.has(id));
  const isExcused = (id: string) => UNBREAKABLE.some((pattern) => pattern.test(id));
  expect(unbroken.filter((id) => !isExcused(id))).toEqual([]);
  expect(UNBREAKABLE.filter((pattern) => !unbroken.some((id) => pattern.test(id)))).toEqual([]);
});
