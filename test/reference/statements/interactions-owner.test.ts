import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import operations from '../../../generated/operations.json' with { type: 'json' };
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { APPROVAL, ASKINGS, asking, decide, PLAN } from './askings.ts';

const server = useServer();

/** Credentials of the same user, of a colleague, and of another company. */
const STRANGERS = ['second', 'other-user', 'other-company'];

states(
  'S4.4-01 S7-33',
  'each action endpoint answers, and finds no interaction that was never asked',
  async () => {
    const main = server.as('main');
    const { chatId } = await main.stream({}).then(async (stream) => {
      await stream.rest();
      return stream;
    });
    for (const { endpoint, kind, answer } of ASKINGS) {
      const invented = { kind, action_id: 'act_invented', payload: { tools: [{ tool_use_id: 'call_1' }] } };
      const refused = await main.act(chatId, endpoint, answer(invented as Parameters<typeof answer>[0]));

      expect(refused.status, endpoint).toBe(404);
      expect(refused.body.message_code).toBe('api_v1_action_not_found');
    }
  },
);

states('S4.4-02 S4.4-45', 'actions need chat:write', async () => {
  const chatId = randomUUID();
  for (const name of [...ASKINGS.map(({ endpoint }) => endpoint), 'cancel']) {
    const { status, body } = await server.as('without-chat-write').act(chatId, name, { action_id: 'act_1' });

    expect(status, name).toBe(403);
    expect(body.data.required_scopes).toEqual(['chat:write']);
  }
});

states('S4.4-02', 'actions need no scope besides chat:write', async () => {
  const writer = server.as('only-chat-write');
  const stream = await writer.stream({ script: PLAN.acts });
  const asked = await stream.until('message.action_required');
  const answer = await writer.act(stream.chatId, 'respond-plan', PLAN.answer(asked));

  expect(answer.status).toBe(200);
  await stream.rest();
});

states(
  'S3.2-07 S4.4-06',
  'only the owning credential can answer, and after other attempts the interaction stays pending',
  async () => {
    const main = server.as('main');
    for (const each of ASKINGS) {
      const stream = await main.stream(asking(each));
      const asked = await stream.until('message.action_required');
      for (const stranger of STRANGERS) {
        const refused = await server.as(stranger).act(stream.chatId, each.endpoint, each.answer(asked));

        expect(refused.status, `${stranger} ${each.kind}`).toBe(404);
      }
      const answer = await main.act(stream.chatId, each.endpoint, each.answer(asked));

      expect(answer.status, each.kind).toBe(200);
      await stream.rest();
    }
  },
);

states('S4.4-06', "an interaction of another credential is not found in one's own chat", async () => {
  const main = server.as('main');
  const stream = await main.stream(asking(APPROVAL));
  const asked = await stream.until('message.action_required');
  for (const stranger of STRANGERS) {
    const client = server.as(stranger);
    const own = await client.stream({ script: [...PLAN.acts] });
    const ownAsked = await own.until('message.action_required');
    const refused = await client.act(own.chatId, 'approve-tool', APPROVAL.answer(asked));

    expect(refused.status, stranger).toBe(404);
    expect(refused.body.message_code).toBe('api_v1_action_not_found');
    await client.act(own.chatId, 'respond-plan', PLAN.answer(ownAsked));
    await own.rest();
  }
  await main.act(stream.chatId, 'approve-tool', decide(asked, false));
  expect((await stream.rest()).data.content).not.toContain('is closed');
});

states('S4.4-05', 'an interaction cannot be answered through another chat of its credential', async () => {
  const main = server.as('main');
  const [stream, other] = [await main.stream(asking(APPROVAL)), await main.stream(asking(APPROVAL))];
  const asked = await stream.until('message.action_required');
  const otherAsked = await other.until('message.action_required');
  const crossed = await main.act(other.chatId, 'approve-tool', APPROVAL.answer(asked));

  expect(crossed.status).toBe(404);
  for (const [{ chatId }, event] of [
    [stream, asked],
    [other, otherAsked],
  ] as const) {
    expect((await main.act(chatId, 'approve-tool', APPROVAL.answer(event))).status).toBe(200);
  }
  await stream.rest();
  await other.rest();
});

states('S4.4-05', 'an interaction cannot be answered in a later turn of its chat', async () => {
  const main = server.as('main');
  const first = await main.stream(asking(APPROVAL));
  const old = await first.until('message.action_required');
  await main.act(first.chatId, 'cancel', {});
  await first.rest();
  const later = await main.stream(asking(APPROVAL), { chatId: first.chatId });
  const asked = await later.until('message.action_required');
  const late = await main.act(first.chatId, 'approve-tool', APPROVAL.answer(old));

  expect([404, 409]).toContain(late.status);
  expect((await main.act(first.chatId, 'approve-tool', APPROVAL.answer(asked))).status).toBe(200);
  await later.rest();
});

states('S4.4-43', 'no operation confirms that a connector was connected', async () => {
  const main = server.as('main');
  const actions = operations.flatMap(({ path }) => /\/actions\/(.*)$/.exec(path)?.[1] ?? []);
  const stream = await main.stream(asking(APPROVAL));

  expect(actions.sort()).toEqual([...ASKINGS.map(({ endpoint }) => endpoint), 'cancel'].sort());
  for (const name of ['connect', 'confirm-auth', 'resolve-auth', 'complete-auth']) {
    expect((await main.act(stream.chatId, name, { action_id: 'act_1' })).status, name).toBe(404);
  }
  await main.act(stream.chatId, 'cancel', {});
  await stream.rest();
});
