import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLLATERAL_RULES, collateralRule } from '../../../scripts/ledger/collateral.ts';
import { README, readLedger } from '../../../scripts/ledger/ledger-file.ts';
import { renderNumbers } from '../../../scripts/ledger/ledger-page.ts';
import { MATRIX } from '../../../scripts/ledger/matrix.ts';
import { PAGES } from '../../../scripts/ledger/pages.ts';
import { ALL_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { loadRows } from '../../../src/conformance/registry.ts';

const ledger = readLedger();

describe('the ledger', () => {
  it.each([
    ['breakages', '--resume', MATRIX.map(({ id }) => id), ledger.matrix.map(({ breakage }) => breakage)],
    ['checks', '--resume', CHECKS.map(({ id }) => id), ledger.checks],
    ['variants', '--readings', VARIANTS.map(({ id }) => id), ledger.variants],
  ])('lists exactly the existing %s; run `npm run ledger -- %s`', (_, _flag, ids, listed) => {
    expect([...listed].sort()).toEqual([...ids].sort());
  });

  it('knows each breakage, check and variant by an id of its own', () => {
    for (const ids of [ALL_BREAKAGES, CHECKS, VARIANTS].map((all) => all.map(({ id }) => id)))
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has every breakage caught', () => {
    expect(ledger.matrix.filter(({ isCaught }) => !isCaught)).toEqual([]);
  });

  it('has a reason for every additional finding of the suite', () => {
    const blamed = ledger.matrix.flatMap(({ breakage, others }) =>
      others.map((row) => [breakage, row] as const),
    );
    expect(blamed.filter(([breakage, row]) => !collateralRule(breakage, row))).toEqual([]);
  });

  it('matches its page and the README; run `npm run ledger -- --render`', () => {
    for (const { file, render } of PAGES) expect(readFileSync(file, 'utf8')).toBe(render(ledger));
    const readme = readFileSync(README, 'utf8');
    expect(readme).toContain('<!-- ledger:begin -->');
    expect(renderNumbers(readme, ledger)).toBe(readme);
  });
});

describe('a reason for collateral', () => {
  const used = new Set(
    ledger.matrix.flatMap(({ breakage, others }) => others.map((row) => collateralRule(breakage, row))),
  );
  it.each(COLLATERAL_RULES.map((rule, index) => [index, rule.reason, rule] as const))(
    'is needed: %i, %s',
    (_, __, rule) => {
      expect(used).toContain(rule);
    },
  );

  it('names existing requirements, and breakages of them', () => {
    const ids = [...loadRows().requirements, ...ALL_BREAKAGES].map(({ id }) => id);
    const named = COLLATERAL_RULES.flatMap((rule) =>
      'together' in rule ? rule.together : [...rule.breaking, ...rule.shows],
    );
    const fits = (each: string) =>
      ids.some((id) => (each.endsWith('*') ? id.startsWith(each.slice(0, -1)) : id === each));
    expect(named.filter((each) => !fits(each))).toEqual([]);
  });
});
