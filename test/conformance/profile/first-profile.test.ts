import { expect, it } from 'vitest';
import { defaultSeedValue } from '../../../generated/default-seed.js';
import { alarmsIn, judgeIn } from '../../../scripts/ledger/judge-reference.ts';
import { type Simulation, simulate } from '../../../scripts/simulation/simulation.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { readCatalog } from '../../../src/conformance/drive/read-catalog.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import { writeFirstProfile } from '../../../src/conformance/profile/first-profile.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import { readProfile } from '../../../src/conformance/profile/read-profile.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const NEEDS = new Set(CHECKS.flatMap(({ needs }) => needs));

/** The beginning of a list, filled up with copies of its items that have their own ids. */
function resize<Item extends { readonly id: number; readonly name: string; readonly company?: number }>(
  items: readonly Item[],
  count: number,
): Item[] {
  const own = items.filter(({ company }) => company === 1);
  return Array.from({ length: count }, (_, at) => {
    const item = own[at] ?? (own[at % own.length] as Item);
    return at < own.length ? item : { ...item, id: 5000 + at, name: `${item.name}-${at}` };
  });
}

/** The default seed with the given number of agents, libraries, connectors and models. A company has at least one model. */
function seedOf(count: number): string {
  const { agents = [], libraries = [], connectors = [], models, skills: _skills, ...rest } = defaultSeedValue;
  const foreign = models.filter(({ company }) => company !== 1);
  return JSON.stringify({
    ...rest,
    credentials: rest.credentials.map(({ allowlist: _allowlist, ...credential }) => credential),
    agents: resize(agents, count),
    libraries: resize(libraries, count).map((library) => ({ ...library, files: [] })),
    connectors: resize(connectors, count).map((connector, at) => ({
      ...connector,
      needs_connection: undefined,
      tools: connector.tools?.map((tool) => ({ ...tool, id: tool.id + 1000 * at })),
    })),
    models: [...resize(models, Math.max(1, count)), ...foreign],
    skills: [],
  });
}

async function firstProfile({ clock, network }: Simulation, own: Profile): Promise<Profile> {
  const { baseUrl, credentials } = own;
  const token = credentials.main?.token ?? '';
  const transport = openTransport({ baseUrl, limits: DRIVE_LIMITS, clock, connect: network.connect });
  try {
    const text = writeFirstProfile(baseUrl, await readCatalog(transport, token, baseUrl), NEEDS);
    return readProfile(text, 'profile.yaml', {
      environment: { CONVERSATION_API_TOKEN: token },
      readFile: () => '',
    });
  } finally {
    await transport.close();
  }
}

it.each(sampled([40, 0, 1, 2]))('of a sound server with %i of everything raises no alarm', async (count) => {
  const { report, plan } = await simulate((simulation) =>
    judgeIn(simulation, {
      checks: CHECKS,
      seed: seedOf(count),
      changeProfile: (own) => firstProfile(simulation, own),
    }),
  );

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(plan.checks.length).toBeGreaterThan(300);
});
