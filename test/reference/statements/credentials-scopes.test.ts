import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Scope } from '../../../generated/ids.d.ts';
import operations from '../../../generated/operations.json' with { type: 'json' };
import { scopes } from '../../../generated/scopes.js';
import type { Answer, TestClient } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { DRAFT, listedSkills } from './making-skills.ts';

const server = useServer();

type Operation = (typeof operations)[number];

states(
  'S5-02 S4-02 S4.1-02 S4.1-10 S4.1-19 S4.1-25 S4.1-32 S4.2-02 S4.2-08 S4.2-54 S4.3-02 S4.4-45 S4.5-02 S4.5-06 S4.5-18 S4.5-24 S4.5-38 S4.5-43',
  'a credential that lacks one scope is refused the operations that need it, and no others',
  async () => {
    for (const lacking of scopes) {
      const client = server.as(credentialWithout(lacking));
      for (const operation of operations) {
        const isNeeded = scopeOf(operation) === lacking;
        const label = `${operation.operationId} without ${lacking}`;
        expect(missingScopesOf(await call(client, operation)), label).toEqual(
          isNeeded ? [lacking] : undefined,
        );
      }
    }
  },
);

states('S4-02', 'a credential with one scope may do only what needs that scope', async () => {
  for (const scope of scopes) {
    const client = server.as(`only-${dashed(scope)}`);
    for (const operation of operations) {
      const needed = scopeOf(operation);
      const label = `${operation.operationId} with ${scope} only`;
      expect(missingScopesOf(await call(client, operation)), label).toEqual(
        needed === scope ? undefined : [needed],
      );
    }
  }
});

states('S4-02', 'an operation refused for a scope has no effect', async () => {
  const main = server.as('main');
  const { id: chatId } = (await main.post('/chats', { name: 'Easter' })).body.data;
  const skillsBefore = await listedSkills(main);
  const before = await Promise.all([main.get(`/chats/${chatId}`), main.get('/skills/42')]);
  for (const lacking of ['chat:write', 'skills:write'] as const) {
    const client = server.as(credentialWithout(lacking));
    for (const operation of operations.filter((each) => scopeOf(each) === lacking)) {
      expect(missingScopesOf(await call(client, operation, { chatId, skillId: 42 }))).toEqual([lacking]);
    }
  }
  expect((await server.as('without-chat-write').get('/chats')).body.data).toEqual([]);
  const after = await Promise.all([main.get(`/chats/${chatId}`), main.get('/skills/42')]);
  expect(after.map(({ body }) => body.data)).toEqual(before.map(({ body }) => body.data));
  expect([await listedSkills(main), await main.history(chatId)]).toEqual([skillsBefore, []]);
});

states('S4-02', 'scopes are checked before the resources in the path', async () => {
  const reader = server.as('without-skills-read');
  const answers = await Promise.all([42, 35, 999_999].map((id) => reader.get(`/skills/${id}`)));
  for (const answer of answers) expect(missingScopesOf(answer)).toEqual(['skills:read']);
});

states('S5-01 S4-01', 'no operation is executed for an unknown credential', async () => {
  const chatId = randomUUID();
  for (const client of [server.as(), server.as('nobody'), server.as('main, harbor-second')]) {
    for (const operation of operations) {
      const { status } = await call(client, operation, { chatId, skillId: 42 });
      expect(status, operation.operationId).toBeGreaterThanOrEqual(400);
      expect(status, operation.operationId).toBeLessThan(500);
    }
  }
  expect((await server.as('main').get(`/chats/${chatId}`)).status).toBe(404);
});

states('S5-01', 'a token counts only as a Bearer token in the header', async () => {
  for (const authorization of ['harbor-main', 'Basic harbor-main', 'Bearer', 'Bearer HARBOR-MAIN', '']) {
    const { status } = await server.as().request('GET', '/chats', undefined, { authorization });
    expect(status, authorization).toBeGreaterThanOrEqual(400);
  }
  expect((await server.as().get('/chats?access_token=harbor-main')).status).toBeGreaterThanOrEqual(400);
});

states(
  'S5-02 S5-04 S4.2-31 S4.2-33 S4.2-35 S4.2-37 S4.2-39',
  'a credential that lacks one scope cannot attach what needs that scope, and can attach everything else',
  async () => {
    for (const lacking of scopes.filter((scope) => scope !== 'chat:write')) {
      const client = server.as(credentialWithout(lacking));
      for (const { member, seen, scope } of ATTACHMENTS) {
        const answer = await client.send({ attachments: { [member]: [seen] } });
        const label = `${member} without ${lacking}`;
        expect(missingScopesOf(answer), label).toEqual(scope === lacking ? [lacking] : undefined);
        expect(answer.status, label).toBe(scope === lacking ? 403 : 200);
      }
    }
  },
);

states(
  'S5-04 S7-22',
  'the refusal names only missing scopes, never one that the credential has',
  async () => {
    const writer = server.as('only-chat-write');
    const attachments = Object.fromEntries(ATTACHMENTS.map(({ member, seen }) => [member, [seen]]));
    const missing = missingScopesOf(await writer.send({ attachments })) ?? [];
    const needed: readonly string[] = ATTACHMENTS.map(({ scope }) => scope);
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.filter((scope) => !needed.includes(scope))).toEqual([]);
  },
);

states('S5-04', 'an empty list of attachments needs no scope', async () => {
  const attachments = Object.fromEntries(ATTACHMENTS.map(({ member }) => [member, []]));
  expect((await server.as('only-chat-write').send({ attachments })).status).toBe(200);
});

states('S5-04', 'without the scope, existing and missing resources are refused alike', async () => {
  for (const { member, seen, scope } of ATTACHMENTS) {
    const client = server.as(credentialWithout(scope));
    const answers = [];
    for (const id of [seen, 999_999]) answers.push(await client.send({ attachments: { [member]: [id] } }));
    expect(answers.map(missingScopesOf), member).toEqual([[scope], [scope]]);
  }
});

/** Each type of attachment with its scope and an id that user 300 sees (section 4.2). */
const ATTACHMENTS = [
  { member: 'workspace_ids', seen: 12, scope: 'libraries:read' },
  { member: 'file_ids', seen: 512, scope: 'libraries:read' },
  { member: 'skill_ids', seen: 41, scope: 'skills:read' },
  { member: 'mcp_server_ids', seen: 7, scope: 'connectors:use' },
  { member: 'agent_ids', seen: 21, scope: 'agents:use' },
] as const;

/** A body for each type of request. */
const BODIES: Readonly<Record<string, object>> = {
  CreateChatRequest: {},
  UpdateChatRequest: { name: 'Changed' },
  SendTurnRequest: { content: 'Hello', permission_mode: 'auto' },
  ApproveToolRequest: { action_id: 'act_1', decisions: [{ tool_use_id: 'call_1', approved: true }] },
  RespondPlanRequest: { action_id: 'act_1', action: 'approve' },
  RespondElicitationRequest: { action_id: 'act_1', action: 'decline' },
  CancelAuthRequest: { action_id: 'act_1' },
  CancelTurnRequest: {},
  CreateSkillRequest: DRAFT,
  UpdateSkillRequest: { name: 'Changed' },
};

/** Calls an operation on a chat and a skill; by default on missing ones. */
async function call(
  client: TestClient,
  { operationId, method, path, request }: Operation,
  { chatId = randomUUID() as string, skillId = 999_999 } = {},
): Promise<Answer> {
  const url = path.replace('/api/v1', '').replace('{chat_id}', chatId).replace('{skill_id}', `${skillId}`);
  const key = randomUUID();
  // A stream has no JSON body, but a reused key with another body is refused with one.
  if (operationId === 'streamMessage') await client.send({ content: 'Something else' }, { chatId, key });
  return client.request(method, url, request === null ? undefined : BODIES[request], {
    'idempotency-key': key,
  });
}

/** The requirements of section 4 for every operation. */
function scopeOf({ method, path }: Operation): Scope {
  const verb = method === 'GET' ? 'read' : 'write';
  return path.includes('/skills') ? `skills:${verb}` : `chat:${verb}`;
}

/** The scopes that a response names as missing; undefined if it is not a refusal for scopes. */
function missingScopesOf({ status, body }: Answer): string[] | undefined {
  if (body.message_code !== 'api_token_scope_not_allowed') return undefined;
  expect(status).toBe(403);
  return body.data.required_scopes;
}

function credentialWithout(scope: Scope): string {
  return `without-${dashed(scope)}`;
}

function dashed(scope: Scope): string {
  return scope.replace(':', '-');
}
