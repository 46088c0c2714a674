import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, FAULTS, RESOURCES, SCENARIOS } from '../../../src/conformance/profile/names.ts';
import { readProfile } from '../../../src/conformance/profile/read-profile.ts';
import { DEPTHS } from '../../../src/conformance/run/depth.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const page = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8');
const names = Object.entries({
  credential: CREDENTIALS,
  resource: RESOURCES,
  scenario: SCENARIOS,
  fault: FAULTS,
}).flatMap(([kind, table]) => Object.entries(table).map(([name, { meaning }]) => ({ kind, name, meaning })));

describe('the names of a profile', () => {
  it('include every need of a check', () => {
    const known = new Set(names.map(({ kind, name }) => `${kind}:${name}`));
    const needs = new Set(CHECKS.flatMap((check) => check.needs));
    const others = [...needs].filter((need) => !known.has(need) && !need.startsWith('wait:'));
    expect(others.sort()).toEqual(['application', 'credential:none']);
  });

  it('are in docs/conformance.md, with their meanings', () => {
    const rows = names
      .filter(({ name }) => !name.startsWith('only_scope:'))
      .map(({ name, meaning }) => `| \`${name}\` | ${meaning} |`);
    const isDepth = (line: string) => DEPTHS.some((depth) => line.startsWith(`| \`${depth}\``));
    const shown = page.split('\n').filter((line) => /^\| `[^|]*\|[^|]*\|$/.test(line) && !isDepth(line));
    expect(shown).toEqual(rows);
  });
});

it('the full profile in docs/conformance.md meets every need except the faults that it omits', () => {
  const [text = ''] = /(?<=```yaml\n)profile: 1[\s\S]*?(?=```)/.exec(page) ?? [];
  const environment = Object.fromEntries(
    [...text.matchAll(/token_env: (\w+)/g)].map(([, variable]) => [variable, `token of ${variable}`]),
  );
  const profile = readProfile(text, 'profile.yaml', {
    environment,
    readFile: (path) => `token in ${path}`,
  });
  const { unmet } = planChecks(CHECKS, profile, { only: [], skip: [], isFast: false, isLong: true });
  expect(unmet.filter((need) => !need.startsWith('fault:'))).toEqual([]);
  expect(Object.keys(profile.faults).length).toBeGreaterThan(0);
});
