import { expect, it } from 'vitest';
import { type Gate, gates } from '../../../scripts/test/gates.ts';
import { selectTests } from '../../../scripts/test/select.ts';

const types: Gate = { name: 'types', command: ['tsc'] };
const biome: Gate = { name: 'biome', command: ['biome'] };

const ledger: Gate = { name: 'ledger', command: ['node'], isOuter: true };

it.each([
  { args: [], want: { gates: [types, biome], vitest: [], isInnerTier: true } },
  { args: ['--all'], want: { gates: [types, biome, ledger], vitest: [], isInnerTier: false } },
  { args: ['biome'], want: { gates: [biome], vitest: undefined, isInnerTier: false } },
  { args: ['biome', 'types'], want: { gates: [types, biome], vitest: undefined, isInnerTier: false } },
  { args: ['ledger'], want: { gates: [ledger], vitest: undefined, isInnerTier: false } },
  { args: ['event-stream'], want: { gates: [], vitest: ['event-stream'], isInnerTier: false } },
  { args: ['types', '-t', 'CRLF'], want: { gates: [types], vitest: ['-t', 'CRLF'], isInnerTier: false } },
])('selects for $args', ({ args, want }) => {
  expect(selectTests(args, [types, biome, ledger])).toEqual(want);
});

it('can select every gate, since names are unique', () => {
  const names = gates.map((gate) => gate.name);
  expect(new Set(names).size).toBe(names.length);
});
