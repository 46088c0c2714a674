import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Whether the needs of a requirement include the need of a check. `credential:no_scope:*` matches any such credential. */
function isNamed(need: string, named: readonly string[]): boolean {
  return named.some((each) => (each.endsWith('*') ? need.startsWith(each.slice(0, -1)) : each === need));
}

const checked = loadRegistry().requirements.flatMap(({ id, needs = [] }) => {
  const checks = CHECKS.filter(({ requirements }) => requirements.includes(id));
  return checks.length > 0 ? [{ id, needs, checks }] : [];
});

describe('the needs of a requirement in the registry', () => {
  it.each(checked.map((row) => [row.id, row] as const))(
    'are enough for a check of %s',
    (_, { needs, checks }) => {
      const sufficient = checks.filter((check) => check.needs.every((need) => isNamed(need, needs)));
      expect(sufficient, `no check of it runs with ${needs.join(', ') || 'nothing'}`).not.toEqual([]);
    },
  );

  it.each(checked.map((row) => [row.id, row] as const))(
    'are all used by a check of %s',
    (_, { needs, checks }) => {
      const used = checks.flatMap((check) => check.needs);
      expect(needs.filter((need) => !used.some((each) => isNamed(each, [need])))).toEqual([]);
    },
  );
});
