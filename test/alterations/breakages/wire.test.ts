import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { SHAPE_BREAKAGES, WIRE_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { loadRegistry } from '../../../src/conformance/registry.ts';

/** Checks whose exchanges together contain everything that the judge of the wire judges. */
const TOUR = [
  'agents.steps',
  'catalog.get',
  'chats.create',
  'events.error.agents',
  'events.error.turn-timeout.early',
  'events.error.upstream',
  'interactions.approve-tool.refused-skips',
  'interactions.expiry.in-time',
  'interactions.respond-elicitation.resolves',
  'interactions.respond-plan.resolves',
  'stream.action.resolved-separately',
  'stream.delta.failover',
  'turns.mode.auto-runs-tools',
  'turns.pairs.tool.failover',
  'turns.stream.same-body',
];

/** Breakages that show only after a long silence, and the check that waits for it. */
const SILENCES: Readonly<Record<string, string>> = {
  'stream.ping.cadence': 'events.error.turn-timeout',
  'interactions.pause.pings': 'interactions.expiry.too-late',
};

/** Requirements that only allow something, or that only raw bytes could violate, which no port of the server writes. */
const UNBREAKABLE = [
  /^agents\.task\.(kind|tag|state|reason|waiting-on|model|iteration|tool-calls|current-step|summary)$/,
  /^steps\.(detail|tokens)\.optional$/,
  /^stream\.framing\.(json-data|utf8)$/,
  // The suite tolerates new names as a reading of the contract: the variant A-84=may-grow.
  /^stream\.events\.known-names$/,
];

const checksOf = (ids: readonly string[]) => CHECKS.filter(({ id }) => ids.includes(id));

describe('a breakage on the wire', () => {
  it.each(WIRE_BREAKAGES.map((breakage) => [breakage.id, breakage] as const))(
    '%s is found',
    async (id, breakage) => {
      const silence = SILENCES[id];
      const checks = checksOf(silence === undefined ? TOUR : [silence]);
      const { report } = await judgeReference({ checks, decorators: [breakage] });
      const { violations } = report.requirements.find((row) => row.id === breakage.requirement) ?? {};
      expect(violations).toBeGreaterThan(0);
    },
  );
});

it('exists for every requirement without a check, unless the requirement is listed as unbreakable', () => {
  const known = [...WIRE_BREAKAGES, ...SHAPE_BREAKAGES].map(({ requirement }) => requirement);
  const broken = new Set([...known, ...CHECKS.flatMap(({ requirements }) => requirements)]);
  const unbroken = loadRegistry()
    .requirements.filter(({ level, unverifiable }) => /must|should/.test(level) && unverifiable === undefined)
    .map(({ id }) => id)
    .filter((id) => !broken.has(id));
  const isExcused = (id: string) => UNBREAKABLE.some((pattern) => pattern.test(id));
  expect(unbroken.filter((id) => !isExcused(id))).toEqual([]);
  expect(UNBREAKABLE.filter((pattern) => !unbroken.some((id) => pattern.test(id)))).toEqual([]);
  expect(checksOf(TOUR)).toHaveLength(TOUR.length);
});
