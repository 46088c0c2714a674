import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameTools } from '../../../../src/reference/models/openai/names.ts';

const named = (names: readonly string[]) =>
  nameTools(names.map((name) => ({ name, description: '', parameters: {} })));

it.each<[string, string[], string[]]>([
  ['keeps a valid name', ['calendar__create', 'make_plan'], ['calendar__create', 'make_plan']],
  ['replaces invalid characters', ['files.read', 'täglich'], ['files_read', 't_glich']],
  ['keeps a name for the tool that already has it', ['a.b', 'a_b', 'a/b'], ['a_b_2', 'a_b', 'a_b_3']],
  ['cuts a long name', ['x'.repeat(70), `${'x'.repeat(70)}y`], ['x'.repeat(64), `${'x'.repeat(62)}_2`]],
])('%s', (_what, own, wire) => {
  const names = named(own);
  expect(own.map((name) => names.toWire(name))).toEqual(wire);
  expect(wire.map((name) => names.fromWire(name))).toEqual(own);
});

it('gives every tool its own valid name, and finds the tool by it', () => {
  const anyNames = fc.uniqueArray(fc.oneof(fc.string(), fc.stringMatching(/^[ab._]{1,3}$/)), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(anyNames, (own) => {
      const names = named(own);
      const wire = own.map((name) => names.toWire(name));
      expect(new Set(wire).size).toBe(own.length);
      for (const name of wire) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(wire.map((name) => names.fromWire(name))).toEqual(own);
    }),
  );
});

it('translates the name of a tool that is no longer offered, and leaves an unknown name unchanged', () => {
  const names = named([]);
  expect([names.toWire('files.read'), names.fromWire('files.read')]).toEqual(['files_read', 'files.read']);
});
