import { expect } from 'vitest';
import type { TestClient } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { makeSkill } from './making-skills.ts';
import { comparable } from './refusals.ts';

const server = useServer();

/** The blocks that require a separate scope. */
const BLOCKS = [
  ['libraries', 'libraries-read'],
  ['skills', 'skills-read'],
  ['connectors', 'connectors-use'],
  ['agents', 'agents-use'],
] as const;

states('S4.3-01 S4.3-03', 'the catalog is read without parameters', async () => {
  const { status, body } = await server.as('main').get('/chat/catalog');
  expect(status).toBe(200);
  expect(Object.keys(body.data).toSorted()).toEqual(
    ['agents', 'connectors', 'libraries', 'models', 'permission_modes', 'skills'].toSorted(),
  );
});

states('S4.3-02', 'the catalog needs chat:read and no other scope', async () => {
  const refused = await server.as('without-chat-read').get('/chat/catalog');
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(refused.body)).not.toContain('Kestrel');
  expect(Object.keys(await catalogOf(server.as('only-chat-read'))).toSorted()).toEqual([
    'models',
    'permission_modes',
  ]);
});

states(
  'S2.5-02 S2.5-07 S2.5-30',
  "the models are the company's enabled completion models, and no turn can name another",
  async () => {
    expect(idsOf(await catalogOf(server.as('main')), 'models')).toEqual([3, 4, 5]);
    expect(idsOf(await catalogOf(server.as('other-company')), 'models')).toEqual([11]);
    // A missing model, a disabled one, an embedding model, and one of another company.
    const main = server.as('main');
    const send = (model_id: number) => main.send({ model_id });
    const create = (model_id: number) => main.post('/chats', { model_id });
    for (const ask of [send, create]) {
      const missing = await ask(999_999);
      expect(missing.status).toBeGreaterThanOrEqual(400);
      for (const id of [6, 7, 11]) expect(comparable(await ask(id)), `${id}`).toEqual(comparable(missing));
    }
  },
);

states(
  'S2.5-12 S2.5-16 S2.5-21 S2.5-28 S2.5-32',
  'a block whose scope is missing is absent, and the others are unchanged',
  async () => {
    const all = await catalogOf(server.as('main'));
    for (const [block, scope] of BLOCKS) {
      const { [block]: lacking, ...others } = all;
      expect(lacking.length, block).toBeGreaterThan(0);
      expect(await catalogOf(server.as(`without-${scope}`)), block).toEqual(others);
    }
  },
);

states('S2.5-32', 'a block with its scope but no items is an empty list', async () => {
  // Saltmarsh Archive has one library and no other resources.
  const { libraries, connectors, agents } = await catalogOf(server.as('incognito'));
  expect(libraries).toEqual([{ id: 71, name: 'Letters' }]);
  expect([connectors, agents]).toEqual([[], []]);
});

states('S2.5-27', 'the agents are those that can run', async () => {
  const { agents } = await catalogOf(server.as('main'));
  // Beyond 36, one agent is inactive, one is disabled by the company, one is deleted, and one belongs to another user.
  expect(agents.map(({ id }: Item) => id)).toEqual(Array.from({ length: 16 }, (_, index) => 21 + index));
  expect(agents[0]).toEqual({
    id: 21,
    name: 'Analyst',
    description: 'Counts, compares and works out dates.',
    tag: 'numbers',
  });
});

states('S2.5-29', 'the block is absent while agents are disabled, and returns afterwards', async () => {
  const main = server.as('main');
  const { agents, ...others } = await catalogOf(main);
  const headers = { 'x-reference-fault': 'agents_disabled' };
  expect((await main.request('GET', '/chat/catalog', undefined, headers)).body.data).toEqual(others);
  expect((await catalogOf(main)).agents).toEqual(agents);
});

states('S2.5-30', 'a user sees what that user may use', async () => {
  const nora = await catalogOf(server.as('main'));
  const marta = await catalogOf(server.as('other-user'));
  const ada = await catalogOf(server.as('other-company'));
  for (const [block, common, only] of [
    ['libraries', 12, 16],
    ['connectors', 7, 10],
    ['agents', 21, 40],
    ['skills', 41, 35],
  ] as const) {
    expect([idsOf(nora, block).includes(common), idsOf(nora, block).includes(only)], block).toEqual([
      true,
      false,
    ]);
    expect([idsOf(marta, block).includes(common), idsOf(marta, block).includes(only)], block).toEqual([
      true,
      true,
    ]);
    // Another company shows none of these resources.
    expect(
      idsOf(ada, block).filter((id) => [...idsOf(nora, block), ...idsOf(marta, block)].includes(id)),
    ).toEqual([]);
  }
});

states('S2.5-30', 'a skill appears when it is shared with a user and disappears when it is not', async () => {
  const { id } = await makeSkill(server.as('main'), { visibility: 'shared', shared_user_ids: [301] });
  expect(idsOf(await catalogOf(server.as('other-user')), 'skills')).toContain(id);
  await server.as('main').patch(`/skills/${id}`, { shared_user_ids: [305] });
  expect(idsOf(await catalogOf(server.as('other-user')), 'skills')).not.toContain(id);
});

states(
  'S2.5-31 S5-08',
  'a credential sees what is on its allowlist, for each type that it limits',
  async () => {
    const all = await catalogOf(server.as('main'));
    const limited = await catalogOf(server.as('allowlist'));
    expect([idsOf(limited, 'libraries'), idsOf(limited, 'connectors'), idsOf(limited, 'agents')]).toEqual([
      [12],
      [7],
      [21],
    ]);
    expect([limited.skills, limited.models]).toEqual([all.skills, all.models]);
    const bySkills = await catalogOf(server.as('allowlist-skills'));
    expect(idsOf(bySkills, 'skills').toSorted()).toEqual([41, 42]);
    expect({ ...bySkills, skills: all.skills }).toEqual(all);
  },
);

interface Item {
  readonly id: number;
}

type Catalog = Awaited<ReturnType<TestClient['get']>>['body'];

async function catalogOf(client: TestClient): Promise<Catalog> {
  const { status, body } = await client.get('/chat/catalog');
  expect(status).toBe(200);
  return body.data;
}

function idsOf(catalog: Catalog, block: string): number[] {
  return catalog[block].map(({ id }: Item) => id);
}
