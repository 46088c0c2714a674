import { describe, expect, it } from 'vitest';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import { loadRegistry } from '../../../src/conformance/registry.ts';
import { reportTarget } from '../../../src/conformance/report/model.ts';
import { planRun } from '../../../src/conformance/run/plan-run.ts';
import { runSuite } from '../../../src/conformance/run/run-suite.ts';
import { assemble } from '../../../src/reference/start.ts';
import { VARIANTS } from '../../../src/reference/variants/index.ts';
import type { Variant } from '../../../src/reference/variants/variant.ts';

const TIME_SCALE = 100;

/** Runs the whole suite, without its half hours, against a server that has these variants. @returns what it holds against it */
async function alarmsUnder(variants: readonly Variant[]): Promise<string[]> {
  const server = await assemble({ faults: true, timeScale: TIME_SCALE, decorators: variants });
  const transport = openTransport({ baseUrl: server.url, limits: DRIVE_LIMITS });
  try {
    const profile = referenceProfileOf(server.url, TIME_SCALE);
    const quick = CHECKS.filter(({ waits = 0 }) => waits < 600_000);
    const plan = planRun(quick, profile, { only: [], skip: [], isFast: false, isLong: false });
    const registry = loadRegistry();
    const { judgement } = await runSuite({
      plan,
      profile,
      transport,
      requirements: registry.requirements,
      concurrency: 8,
    });
    const { requirements } = reportTarget(server.url, judgement, registry);
    return requirements
      .filter(({ status }) => status === 'failed')
      .flatMap(({ findings }) =>
        findings.map(({ requirement, expected, actual }) => `${requirement}: ${expected}; ${actual}`),
      );
  } finally {
    await transport.close();
    await server.close();
  }
}

/** Variants of one open point contradict each other; a group holds one of each at most. */
function group(variants: readonly Variant[]): Variant[][] {
  const groups: Variant[][] = [];
  for (const variant of variants) {
    const open = groups.find((members) => members.every(({ openPoint }) => openPoint !== variant.openPoint));
    if (open) open.push(variant);
    else groups.push([variant]);
  }
  return groups;
}

describe('a server that reads the open points otherwise', () => {
  it.each(group(VARIANTS).map((variants) => [variants.map(({ id }) => id).join(', '), variants] as const))(
    'is never nonconformant: %s',
    async (_, variants) => {
      expect(await alarmsUnder(variants)).toEqual([]);
    },
    60_000,
  );
});
