import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../../../generated/ids.d.ts';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';
import { Claim } from '../../../src/conformance/suite/check-kit/claim.ts';
import { CheckContext } from '../../../src/conformance/suite/check-kit/context.ts';
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

/** The refusals that the checks claim from the sound server: each row with its check. */
async function claimedRefusals(
  checks: readonly Check[],
): Promise<readonly (readonly [requirement: string, check: string])[]> {
  const claimed = new Set<string>();
  const requirementsOf = new WeakMap<Claim, readonly string[]>();
  const { expect: begin } = CheckContext.prototype;
  CheckContext.prototype.expect = function (...requirements: readonly RequirementId[]) {
    const claim = begin.call(this, ...requirements);
    requirementsOf.set(claim, requirements);
    return claim;
  };
  const { failsWith, isRefused } = Claim.prototype;
  const note = (claim: Claim, check: string | undefined) => {
    for (const requirement of requirementsOf.get(claim) ?? []) claimed.add(`${requirement} ${check}`);
  };
  Claim.prototype.failsWith = function (sent, ...ids) {
    note(this, sent.exchange.check);
    return failsWith.call(this, sent, ...ids);
  };
  Claim.prototype.isRefused = function (sent) {
    note(this, sent.exchange.check);
    return isRefused.call(this, sent);
  };
  try {
    await judgeReference({ checks });
  } finally {
    CheckContext.prototype.expect = begin;
    Object.assign(Claim.prototype, { failsWith, isRefused });
  }
  return [...claimed].sort().map((pair) => pair.split(' ') as [string, string]);
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
  const checks = sampled(CHECKS, 4);
  const refusals = (await claimedRefusals(checks)).filter(([id]) => ROWS.get(id)?.level === 'must');
  // Each part of the checks must claim its share.
  expect(refusals.length).toBeGreaterThan((500 * checks.length) / CHECKS.length);
  const unfounded = refusals.filter(
    ([requirement, check]) => causesOf(requirement).length === 0 || !arranging.has(check),
  );
  expect(unfounded).toEqual([]);
});
