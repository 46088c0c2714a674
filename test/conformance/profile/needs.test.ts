import { expect, it } from 'vitest';
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

it('the needs of each requirement in the registry are enough for one of its checks', () => {
  const lacking = checked.filter(
    ({ needs, checks }) => !checks.some((check) => check.needs.every((need) => isNamed(need, needs))),
  );
  expect(lacking.map(({ id, needs }) => `${id}: ${needs.join(', ') || 'nothing'}`)).toEqual([]);
});

it('the needs of each requirement in the registry are all used by its checks', () => {
  const unused = checked.flatMap(({ id, needs, checks }) => {
    const used = checks.flatMap((check) => check.needs);
    return needs
      .filter((need) => !used.some((each) => isNamed(each, [need])))
      .map((need) => `${id}: ${need}`);
  });
  expect(unused).toEqual([]);
});
