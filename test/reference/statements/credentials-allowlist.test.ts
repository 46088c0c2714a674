import { expect } from 'vitest';
import { ATTACHMENT_TYPES } from '../../../src/reference/operations/turn-draft.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { DRAFT, listedSkills, makeSkill } from './making-skills.ts';
import { codeOf, comparable } from './refusals.ts';

const server = useServer();

states('S5-08 S7-23', 'a limited credential can attach only listed resources of that type', async () => {
  for (const [credential, member, inside, outside] of [
    ['allowlist', 'workspace_ids', 12, 14],
    ['allowlist', 'file_ids', 512, 518],
    ['allowlist', 'mcp_server_ids', 7, 8],
    ['allowlist', 'agent_ids', 21, 22],
    ['allowlist-skills', 'skill_ids', 42, 40],
  ] as const) {
    const client = server.as(credential);
    const send = (...ids: number[]) => client.send({ attachments: { [member]: ids } });
    expect((await send(inside)).status, member).toBe(200);
    for (const refused of [await send(outside), await send(inside, outside)]) {
      expect(codeOf(refused), member).toEqual([403, 'api_token_resource_not_allowed']);
    }
    expect((await server.as('main').send({ attachments: { [member]: [outside] } })).status, member).toBe(200);
  }
});

states('S5-08', 'a type that is not on the list is not limited', async () => {
  expect((await server.as('allowlist').send({ attachments: { skill_ids: [38, 40] } })).status).toBe(200);
  const attachments = { workspace_ids: [14], file_ids: [527], mcp_server_ids: [8], agent_ids: [22] };
  expect((await server.as('allowlist-skills').send({ attachments })).status).toBe(200);
});

states(
  'S5-08 S5-12 S7-23 S7-24',
  'resources off the list, of other users, deleted or missing are refused in the same words',
  async () => {
    const { id: deleted } = await makeSkill(server.as('main'));
    await server.as('main').delete(`/skills/${deleted}`);
    // Not on the list of `allowlist` or `allowlist-skills`; of another company, of another user, deleted; missing.
    const hidden = {
      workspace_ids: [14, 61, 16, 999_999],
      file_ids: [518, 527, 611, 540, 999_999],
      skill_ids: [38, 40, 31, 35, deleted, 999_999],
      mcp_server_ids: [8, 17, 10, 999_999],
      agent_ids: [22, 37, 38, 39, 40, 61, 999_999],
    };
    for (const { member } of ATTACHMENT_TYPES) {
      const client = server.as(member === 'skill_ids' ? 'allowlist-skills' : 'allowlist');
      const answers = [];
      for (const id of hidden[member]) answers.push(await client.send({ attachments: { [member]: [id] } }));
      expect(answers.map(codeOf), member).toEqual(
        hidden[member].map(() => [403, 'api_token_resource_not_allowed']),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(comparable(answer)))).size, member).toBe(1);
    }
  },
);

states(
  'S7-23',
  'an unlimited resource that the user cannot see is still refused, in the same words',
  async () => {
    const main = server.as('main');
    for (const [member, missing, ...foreign] of [
      ['workspace_ids', 999_999, 61, 16],
      ['file_ids', 999_999, 611, 540],
      ['skill_ids', 999_999, 31, 35],
      ['mcp_server_ids', 999_999, 17, 10],
      ['agent_ids', 999_999, 61, 40, 39],
    ] as const) {
      const refused = await main.send({ attachments: { [member]: [missing] } });
      expect(refused.status, member).toBeGreaterThanOrEqual(400);
      for (const id of foreign) {
        const other = await main.send({ attachments: { [member]: [id] } });
        expect(comparable(other), `${member} ${id}`).toEqual(comparable(refused));
      }
    }
  },
);

states(
  'S7-27',
  'a credential limited to some skills cannot create another, whatever it requests',
  async () => {
    const limited = server.as('allowlist-skills');
    const before = await listedSkills(server.as('main'));
    for (const fields of [{}, { level: 'company' }, { visibility: 'shared', shared_user_ids: [301] }]) {
      const refused = await limited.post('/skills', { ...DRAFT, ...fields });
      expect(codeOf(refused)).toEqual([403, 'api_v1_resource_policy_create_denied']);
    }
    expect(await listedSkills(server.as('main'))).toEqual(before);
  },
);

states(
  'S7-27',
  'such a credential may do everything else with its skills, and other credentials may create skills',
  async () => {
    const limited = server.as('allowlist-skills');
    expect((await limited.patch('/skills/42', { icon: 'list' })).body.data.icon).toBe('list');
    expect((await limited.patch('/skills/42/toggle')).status).toBe(200);
    expect((await limited.patch('/skills/42/toggle')).status).toBe(200);
    // This credential is limited to some libraries but not to some skills.
    expect((await server.as('allowlist').post('/skills', DRAFT)).status).toBe(201);
  },
);

states(
  'S4.5-46 S7-28',
  'a skill cannot be given to a library out of reach, and every such refusal is the same',
  async () => {
    const before = await listedSkills(server.as('main'));
    const giveTo = (credential: string, workspace_id: number) =>
      server.as(credential).post('/skills', { ...DRAFT, level: 'workspace', workspace_id });
    const missing = await giveTo('main', 999_999);
    expect(codeOf(missing)).toEqual([403, 'api_v1_resource_not_allowed']);
    // Not on the allowlist, of another user, of another company.
    for (const [credential, library] of [
      ['allowlist', 14],
      ['main', 16],
      ['main', 61],
    ] as const) {
      const refused = await giveTo(credential, library);
      expect(comparable(refused), `${library}`).toEqual(comparable(missing));
    }
    expect(await listedSkills(server.as('main'))).toEqual(before);
    expect((await giveTo('allowlist', 12)).status).toBe(201);
  },
);

states('S4.5-46', 'an update cannot move a skill to a library out of reach either', async () => {
  const main = server.as('main');
  const { id } = await makeSkill(main, { level: 'workspace', workspace_id: 12 });
  const missing = await main.patch(`/skills/${id}`, { workspace_id: 999_999 });
  expect(missing.status).toBeGreaterThanOrEqual(400);
  for (const workspace_id of [16, 61]) {
    const refused = await main.patch(`/skills/${id}`, { workspace_id, name: 'Moved' });
    expect(comparable(refused), `${workspace_id}`).toEqual(comparable(missing));
  }
  expect((await server.as('allowlist').patch(`/skills/${id}`, { workspace_id: 14 })).status).toBe(
    missing.status,
  );
  expect((await main.get(`/skills/${id}`)).body.data).toMatchObject({ workspace_id: 12, name: DRAFT.name });
});
