import { expect, it } from 'vitest';
import { describeLoneSituation, listLoneSituations } from '../../../scripts/ledger/situations.ts';
import { listStates } from '../../../src/alterations/families/wrong-states/index.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const [first, ...others] = listStates();
const [check] = CHECKS.filter(({ situations = [] }) => situations.length > 0);
const probe = check?.situations?.[0]?.probe ?? '';
const checks = CHECKS.filter(({ id }) => id === check?.id);
const states = (ids: readonly string[], by: readonly string[]) => new Map(ids.map((id) => [id, by]));

it('lists a state in which no check acts, and a situation of the suite that no alteration covers, with the reasons', () => {
  const reasons = { [probe]: 'another family alters it' };
  const lone = listLoneSituations({ states: states(others, ['another check']) }, checks, reasons);
  expect(lone.map(describeLoneSituation)).toEqual([
    `only in the suite: ${probe}: another family alters it`,
    `only in the alterations: ${first}: no reason is given`,
  ]);
});

it('lists nothing that both have', () => {
  expect(
    listLoneSituations(
      {
        states: states(
          listStates(),
          checks.map(({ id }) => id),
        ),
      },
      checks,
    ),
  ).toEqual([]);
});
