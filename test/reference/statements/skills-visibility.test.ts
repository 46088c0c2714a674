import { expect } from 'vitest';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { DRAFT, listedSkills, makeSkill } from './making-skills.ts';
import { codeOf, comparable } from './refusals.ts';

const server = useServer();

states(
  'S2.4-23 S2.4-24 S2.4-25 S2.4-26',
  "a credential sees its own skills, the company's and those shared with its user, and no others",
  async () => {
    const main = server.as('main');
    const { id: own } = await makeSkill(main, { visibility: 'private' });
    const { id: company } = await makeSkill(server.as('other-user'), { level: 'company' });
    const listed = await listedSkills(main);
    for (const id of [own, 42, company, 41, 40]) {
      expect(listed).toContain(id);
      expect((await main.get(`/skills/${id}`)).status, `${id}`).toBe(200);
    }
    const { id: foreign } = await makeSkill(server.as('other-company'), { level: 'company' });
    for (const id of [35, 31, foreign]) {
      expect(listed).not.toContain(id);
      expect(codeOf(await main.get(`/skills/${id}`)), `${id}`).toEqual([404, 'api_v1_not_found']);
    }
  },
);

states(
  'S4.5-20 S4.5-21 S4.5-22 S7-31',
  'a missing skill and an invisible one give equal answers to every operation',
  async () => {
    const main = server.as('main');
    const { id: deleted } = await makeSkill(main);
    await main.delete(`/skills/${deleted}`);
    const { id: unshared } = await makeSkill(server.as('other-user'), {
      visibility: 'shared',
      shared_user_ids: [305],
    });
    // Missing, larger than any safe integer, deleted, private, of another company, shared with somebody else.
    const ids = [999_999, '9'.repeat(30), deleted, 35, 31, unshared];
    for (const ask of [
      (id: unknown) => main.get(`/skills/${id}`),
      (id: unknown) => main.patch(`/skills/${id}`, { name: 'Mine' }),
      (id: unknown) => main.patch(`/skills/${id}`, { instructions: 'See {{library:999999}}.' }),
      (id: unknown) => main.patch(`/skills/${id}/toggle`),
      (id: unknown) => main.delete(`/skills/${id}`),
    ]) {
      const missing = await ask(ids[0]);
      expect(codeOf(missing)).toEqual([404, 'api_v1_not_found']);
      for (const id of ids) expect(comparable(await ask(id)), `${id}`).toEqual(comparable(missing));
    }
    const { body } = await server.as('other-user').get('/skills/35');
    expect(body.data).toMatchObject({ name: 'Rent letter', is_active: true });
  },
);

states('S4.5-21 S4.5-22', 'a skill outside the allowlist gives the answer of a missing one', async () => {
  const limited = server.as('allowlist-skills');
  const missing = await limited.get('/skills/999999');
  for (const id of [36, 37, 38, 40]) {
    expect(comparable(await limited.get(`/skills/${id}`)), `${id}`).toEqual(comparable(missing));
  }
  expect((await limited.get('/skills/42')).status).toBe(200);
  const { data, meta } = (await limited.get('/skills')).body;
  expect(data.map(({ id }: { id: number }) => id).toSorted()).toEqual([41, 42]);
  expect(meta.total).toBe(2);
});

states('S2.4-19 S2.4-20', 'a shared skill is visible only to the users on its list', async () => {
  const main = server.as('main');
  const { id: forMarta } = await makeSkill(main, { visibility: 'shared', shared_user_ids: [301] });
  const { id: forTom } = await makeSkill(main, { visibility: 'shared', shared_user_ids: [305] });
  const marta = server.as('other-user');
  expect((await marta.get(`/skills/${forMarta}`)).status).toBe(200);
  expect((await marta.get(`/skills/${forTom}`)).status).toBe(404);
  const listed = await listedSkills(marta);
  expect([listed.includes(forMarta), listed.includes(forTom)]).toEqual([true, false]);
  expect((await server.as('other-company').get(`/skills/${forMarta}`)).status).toBe(404);
});

states('S2.4-20 S2.4-25', 'a skill can be shared even if its library is not', async () => {
  // Only Marta sees the library.
  const skill = { level: 'workspace', workspace_id: 16, visibility: 'shared', shared_user_ids: [300] };
  const { id } = await makeSkill(server.as('other-user'), skill);
  expect((await server.as('main').get(`/skills/${id}`)).body.data).toMatchObject({ id, workspace_id: 16 });
  expect(await listedSkills(server.as('main'))).toContain(id);
  expect((await server.as('main').send({ attachments: { skill_ids: [id] } })).status).toBe(200);
});

states('S2.4-20', 'a skill that becomes private again is not visible to the users on its list', async () => {
  const { id } = await makeSkill(server.as('main'), { visibility: 'shared', shared_user_ids: [301] });
  await server.as('main').patch(`/skills/${id}`, { visibility: 'private' });
  expect((await server.as('other-user').get(`/skills/${id}`)).status).toBe(404);
  expect(await listedSkills(server.as('other-user'))).not.toContain(id);
});

states('S2.4-19 S4.5-32', 'an update replaces the list of users', async () => {
  const main = server.as('main');
  const marta = server.as('other-user');
  const { id } = await makeSkill(main, { visibility: 'shared', shared_user_ids: [301] });
  for (const [list, isSeen] of [
    [[305], false],
    [[305, 301], true],
    [[], false],
    [[301], true],
  ] as const) {
    expect((await main.patch(`/skills/${id}`, { shared_user_ids: list })).status).toBe(200);
    expect((await marta.get(`/skills/${id}`)).status, `${list}`).toBe(isSeen ? 200 : 404);
    expect((await listedSkills(marta)).includes(id), `${list}`).toBe(isSeen);
  }
});

states('S2.4-19', 'the list of users holds integers', async () => {
  for (const shared_user_ids of [301, '301', ['301'], [301.5], [null]]) {
    const fields = { visibility: 'shared', shared_user_ids };
    for (const { status } of [
      await server.as('main').post('/skills', { ...DRAFT, ...fields }),
      await server.as('main').patch('/skills/42', fields),
    ]) {
      expect(status, JSON.stringify(shared_user_ids)).toBeGreaterThanOrEqual(400);
      expect(status, JSON.stringify(shared_user_ids)).toBeLessThan(500);
    }
  }
});

states(
  'S2.4-21 S7-29',
  'a user of another company cannot be on the list, and gives the answer of a missing user',
  async () => {
    const main = server.as('main');
    const before = await listedSkills(main);
    const missing = await main.post('/skills', sharedWith(999_999));
    expect(codeOf(missing)).toEqual([403, 'api_v1_resource_not_allowed']);
    for (const fields of [sharedWith(401), sharedWith(301, 401), sharedWith(501, 999_999)]) {
      expect(comparable(await main.post('/skills', fields))).toEqual(comparable(missing));
    }
    expect(await listedSkills(main)).toEqual(before);
  },
);

states('S2.4-21', 'an update cannot put a user of another company on the list either', async () => {
  const main = server.as('main');
  const { id } = await makeSkill(main, sharedWith(301));
  const missing = await main.patch(`/skills/${id}`, { shared_user_ids: [999_999] });
  const foreign = await main.patch(`/skills/${id}`, { shared_user_ids: [401], name: 'For Ada' });
  expect(missing.status).toBeGreaterThanOrEqual(400);
  expect(comparable(foreign)).toEqual(comparable(missing));
  expect((await server.as('other-user').get(`/skills/${id}`)).body.data.name).toBe(DRAFT.name);
  expect((await server.as('other-company').get(`/skills/${id}`)).status).toBe(404);
});

function sharedWith(...shared_user_ids: number[]) {
  return { ...DRAFT, visibility: 'shared', shared_user_ids };
}
