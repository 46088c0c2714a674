import { expect, it } from 'vitest';
import { type Gate, gates } from '../../../scripts/test/gates.ts';
import { selectTests } from '../../../scripts/test/select.ts';

const types: Gate = { name: 'types', command: ['tsc'] };
const biome: Gate = { name: 'biome', command: ['biome'] };

it.each([
  { args: [], want: { gates: [types, biome], vitest: [] } },
  { args: ['biome'], want: { gates: [biome], vitest: undefined } },
  { args: ['biome', 'types'], want: { gates: [types, biome], vitest: undefined } },
  { args: ['event-stream'], want: { gates: [], vitest: ['event-stream'] } },
  { args: ['types', '-t', 'CRLF'], want: { gates: [types], vitest: ['-t', 'CRLF'] } },
])('selects for $args', ({ args, want }) => {
  expect(selectTests(args, [types, biome])).toEqual(want);
});

it('can select every gate, since names are unique', () => {
  const names = gates.map((gate) => gate.name);
  expect(new Set(names).size).toBe(names.length);
});
