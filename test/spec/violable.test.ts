import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isObject } from '../../src/conformance/judge/json.ts';
import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';

/** Keywords that a value can violate. */
const ASSERTIONS = [
  'type',
  'const',
  'enum',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
];

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The requirements that own an assertion of a schema. */
function ownersIn(node: unknown, owners = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) ownersIn(item, owners);
  if (!isObject(node)) return owners;
  if (ASSERTIONS.some((keyword) => keyword in node)) owners.add(String(node['x-row']));
  for (const row of Object.values(node['x-required-rows'] ?? {})) owners.add(String(row));
  for (const member of Object.values(node)) ownersIn(member, owners);
  return owners;
}

it('every requirement for services can be violated', () => {
  const owners = ownersIn(JSON.parse(read('generated/shapes.json')));
  const verified = new Set(CHECKS.flatMap(({ requirements }) => requirements));
  const judge = globSync('src/conformance/judge/**/*.ts', { cwd: root.pathname }).map(read).join('\n');
  const idle = loadRegistry().requirements.filter(
    ({ id, level, unverifiable }) =>
      (level === 'must' || level === 'should') &&
      unverifiable === undefined &&
      !owners.has(id) &&
      !verified.has(id) &&
      !judge.includes(`'${id}'`),
  );
  expect(idle.map(({ id }) => id)).toEqual([]);
});
