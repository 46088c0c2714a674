import { expect } from 'vitest';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { DRAFT, listedSkills, makeSkill } from './making-skills.ts';
import { codeOf } from './refusals.ts';

const server = useServer();

states(
  'S4.5-01 S4.5-05 S4.5-16 S4.5-17 S4.5-23 S4.5-37 S4.5-42 S4.5-45',
  'a skill is created, listed, read, changed, toggled and deleted, and then no longer served',
  async () => {
    const main = server.as('main');
    const { status, body } = await main.post('/skills', { ...DRAFT, description: 'For Easter', icon: 'sun' });
    expect(status).toBe(201);
    const path = `/skills/${body.data.id}`;
    expect(body.data).toMatchObject({ ...DRAFT, description: 'For Easter', icon: 'sun' });
    expect((await main.get(path)).body.data).toEqual(body.data);
    expect(await listedSkills(main)).toContain(body.data.id);
    expect((await main.patch(path, { name: 'Easter window' })).body.data.name).toBe('Easter window');
    expect((await main.patch(`${path}/toggle`)).status).toBe(200);
    expect((await main.delete(path)).body.data).toEqual({ id: body.data.id });
    expect(codeOf(await main.get(path))).toEqual([404, 'api_v1_not_found']);
    expect(await listedSkills(main)).not.toContain(body.data.id);
  },
);

states('S4.5-45', 'a deleted skill cannot be changed, and is not in any total or catalog', async () => {
  const main = server.as('main');
  const total = async () => (await main.get('/skills?size=1')).body.meta.total;
  const before = await total();
  const { id } = await makeSkill(main);
  expect(await total()).toBe(before + 1);
  await main.delete(`/skills/${id}`);
  expect(codeOf(await main.patch(`/skills/${id}`, { name: 'Back' }))).toEqual([404, 'api_v1_not_found']);
  expect(codeOf(await main.patch(`/skills/${id}/toggle`))).toEqual([404, 'api_v1_not_found']);
  expect(await total()).toBe(before);
  const { skills } = (await main.get('/chat/catalog')).body.data;
  expect(skills.map((skill: { id: number }) => skill.id)).not.toContain(id);
});

states('S4.5-17', 'the id of a skill is an integer', async () => {
  for (const id of ['minutes', '4.2', '42x', '-42', '0x2a']) {
    const { status } = await server.as('main').get(`/skills/${id}`);
    expect(status, id).toBeGreaterThanOrEqual(400);
    expect(status, id).toBeLessThan(500);
  }
});

states('S2.4-11 S2.4-14', 'the default level is personal, and the default visibility public', async () => {
  const main = server.as('main');
  const { id } = await makeSkill(main);
  const stored = (await main.get(`/skills/${id}`)).body.data;
  expect(stored).toMatchObject({ level: 'personal', visibility: 'public' });
  const told = await makeSkill(main, { level: 'company', visibility: 'private' });
  expect(told).toMatchObject({ level: 'company', visibility: 'private' });
});

states('S2.4-12', 'the level never changes', async () => {
  const main = server.as('main');
  const { id } = await makeSkill(main);
  for (const level of ['company', 'workspace']) {
    await main.patch(`/skills/${id}`, { level, name: `For the ${level}` });
    expect((await main.get(`/skills/${id}`)).body.data.level).toBe('personal');
  }
  await main.patch('/skills/42', { level: 'company' });
  expect((await server.as('other-user').get('/skills/42')).status).toBe(404);
});

states('S2.4-16', 'a skill of level workspace names the library that owns it', async () => {
  const main = server.as('main');
  const { id, workspace_id } = await makeSkill(main, { level: 'workspace', workspace_id: 14 });
  expect(workspace_id).toBe(14);
  expect((await main.get(`/skills/${id}`)).body.data).toMatchObject({ level: 'workspace', workspace_id: 14 });
  expect((await main.patch(`/skills/${id}`, { workspace_id: 12 })).body.data.workspace_id).toBe(12);
});

states(
  'S2.4-03 S2.4-05 S2.4-07',
  'name, description and instructions have a maximum length on creation and update, and longer ones are not saved',
  async () => {
    const main = server.as('main');
    const { id } = await makeSkill(main);
    for (const [member, longest] of LENGTHS) {
      const fitting = { [member]: 'x'.repeat(longest) };
      const tooLong = { [member]: 'x'.repeat(longest + 1) };
      const { total } = (await main.get('/skills')).body.meta;
      expect((await main.post('/skills', { ...DRAFT, ...tooLong })).status, member).toBeGreaterThanOrEqual(
        400,
      );
      expect((await main.get('/skills')).body.meta.total, member).toBe(total);
      expect((await makeSkill(main, fitting))[member]).toHaveLength(longest);
      expect((await main.patch(`/skills/${id}`, fitting)).status, member).toBe(200);
      expect((await main.patch(`/skills/${id}`, tooLong)).status, member).toBeGreaterThanOrEqual(400);
      expect((await main.get(`/skills/${id}`)).body.data[member]).toHaveLength(longest);
    }
  },
);

states('S2.4-07 S7-61', 'instructions that are too long have their own code', async () => {
  const main = server.as('main');
  const instructions = 'x'.repeat(12_001);
  const created = await main.post('/skills', { ...DRAFT, instructions });
  expect(codeOf(created)).toEqual([422, 'prompt_text_too_long']);
  expect(codeOf(await main.patch('/skills/42', { instructions }))).toEqual([422, 'prompt_text_too_long']);
});

states('S4.5-34', 'an update changes only the members that were sent', async () => {
  const main = server.as('main');
  const skill = await makeSkill(main, {
    description: 'For Easter',
    icon: 'sun',
    level: 'workspace',
    visibility: 'private',
    workspace_id: 12,
  });
  let expected = skill;
  for (const change of CHANGES) {
    // The time differs, so that a changed date becomes visible.
    await server.clock.advance(1000);
    expected = { ...expected, ...change };
    expect((await main.patch(`/skills/${skill.id}`, change)).body.data).toEqual(expected);
    expect((await main.get(`/skills/${skill.id}`)).body.data).toEqual(expected);
  }
});

states('S4.5-34', 'an update without the list of users keeps it', async () => {
  const { id } = await makeSkill(server.as('main'), { visibility: 'shared', shared_user_ids: [301] });
  await server.as('main').patch(`/skills/${id}`, { name: 'Still for Marta' });
  const { body } = await server.as('other-user').get(`/skills/${id}`);
  expect(body.data.name).toBe('Still for Marta');
});

states('S4.5-40', 'toggling makes an active skill inactive and an inactive one active', async () => {
  const main = server.as('main');
  const { id, is_active } = await makeSkill(main);
  for (const expected of [!is_active, is_active, !is_active]) {
    expect((await main.patch(`/skills/${id}/toggle`)).body.data.is_active).toBe(expected);
    expect((await main.get(`/skills/${id}`)).body.data.is_active).toBe(expected);
  }
  // The skill is inactive from the start.
  expect((await main.patch('/skills/37/toggle')).body.data.is_active).toBe(true);
});

const LENGTHS = [
  ['name', 255],
  ['description', 500],
  ['instructions', 12_000],
] as const;

const CHANGES = [
  { name: 'Easter window' },
  { instructions: 'Write one sentence for the shop window.' },
  { description: 'For the Easter window' },
  { icon: 'egg' },
  { visibility: 'public' },
  { workspace_id: 14 },
  {},
];
