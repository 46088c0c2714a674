import { describe, expect, it } from 'vitest';
import { wholeRun } from '../../../scripts/ledger/whole-run.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

type Arranging = Pick<(typeof CHECKS)[number], 'requirements' | 'arranges'>;

const ROWS = new Map(loadRegistry().requirements.map((row) => [row.id, row]));
const causesOf = (requirement: string) => ROWS.get(requirement)?.causes ?? [];

/** Musts that a check claims for an arranged cause although no statement decides them, and arranged causes that none of its rows covers. */
function undecided({ requirements, arranges = [] }: Arranging): string[] {
  if (arranges.length === 0) return [];
  const about = requirements.flatMap(causesOf);
  return [
    ...requirements.filter((id) => {
      const causes = causesOf(id);
      return causes.length > 0 && !causes.some((cause) => arranges.includes(cause));
    }),
    ...arranges.filter((cause) => !about.includes(cause)),
  ];
}

describe('a check that arranges a cause', () => {
  it('claims only musts that a statement decides for that cause', () => {
    const faults = CHECKS.map((check) => [check.id, (check.parts ?? [check]).flatMap(undecided)] as const);
    expect(Object.fromEntries(faults.filter(([, found]) => found.length > 0))).toEqual({});
  });

  it('is refused if it arranges another cause', () => {
    const check: Arranging = {
      requirements: ['chats.get.foreign', 'chats.get.exists'],
      arranges: ['unknown-token'],
    };
    expect(undecided(check)).toEqual(['chats.get.foreign', 'unknown-token']);
  });
});

it('claims a refusal as a must only with a row that names causes and a check that arranges one', async () => {
  const arranging = new Set(CHECKS.filter(({ arranges }) => arranges).map(({ id }) => id));
  const { claims } = await wholeRun();
  const refusals = claims.filter(
    ({ requirement, isRefusal }) => isRefusal && ROWS.get(requirement)?.level === 'must',
  );
  expect(refusals.length).toBeGreaterThan(500);
  const unfounded = refusals.filter(
    ({ requirement, check }) => causesOf(requirement).length === 0 || !arranging.has(check),
  );
  expect(unfounded).toEqual([]);
});
