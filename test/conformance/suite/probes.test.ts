import { expect, it } from 'vitest';
import { wholeRun } from '../../../scripts/ledger/whole-run.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

it('every probe claims something about each of its requirements', async () => {
  const { claims } = await wholeRun();
  const made = new Set(claims.map(({ check, probe, requirement }) => `${check} ${probe} ${requirement}`));
  // Checks can share a probe. It is enough if it claims something in one of them.
  const places = CHECKS.flatMap(({ id, parts = [] }) => parts.map((probe, at) => ({ id, probe, at })));
  const silent = [...Map.groupBy(places, ({ probe }) => probe)].flatMap(([{ requirements }, shared]) =>
    requirements
      .filter((requirement) => !shared.some(({ id, at }) => made.has(`${id} ${at} ${requirement}`)))
      .map((requirement) => `${shared[0]?.id}: ${requirement}`),
  );
  expect(silent).toEqual([]);
  expect(places.length).toBeGreaterThan(500);
});
