import { expect, it } from 'vitest';
import { type Gate, gates } from '../../../scripts/test/gates.ts';
import { selectTests } from '../../../scripts/test/select.ts';

const types: Gate = { name: 'types', command: ['tsc'] };
const biome: Gate = { name: 'biome', command: ['biome'] };

const ledger: Gate = { name: 'ledger', command: ['node'], isOuter: true };

it.each([
  { args: [], want: { gates: [types, biome], vitest: [], tier: 'inner' } },
  { args: ['--changed'], want: { gates: [types, biome], vitest: [], tier: 'changed' } },
  {
    args: ['--changed', '-t', 'CRLF'],
    want: { gates: [types, biome], vitest: ['-t', 'CRLF'], tier: 'changed' },
  },
  { args: ['--all'], want: { gates: [types, biome, ledger], vitest: [], tier: undefined } },
  { args: ['biome'], want: { gates: [biome], vitest: undefined, tier: undefined } },
  { args: ['biome', 'types'], want: { gates: [types, biome], vitest: undefined, tier: undefined } },
  { args: ['ledger'], want: { gates: [ledger], vitest: undefined, tier: undefined } },
  { args: ['event-stream'], want: { gates: [], vitest: ['event-stream'], tier: undefined } },
  { args: ['types', '-t', 'CRLF'], want: { gates: [types], vitest: ['-t', 'CRLF'], tier: undefined } },
])('selects for $args', ({ args, want }) => {
  expect(selectTests(args, [types, biome, ledger])).toEqual(want);
});

it('can select every gate, since names are unique', () => {
  const names = gates.map((gate) => gate.name);
  expect(new Set(names).size).toBe(names.length);
});

it('refuses --changed after other words, since vitest would take it for its own', () => {
  expect(() => selectTests(['docs', '--changed'], gates)).toThrow('--changed comes first');
});
