import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

states('S7-62 S7-64', 'a turn that fails downstream returns 502 and its id', async () => {
  const main = server.as('main');
  for (const fail of ['outage', 'refusal'] as const) {
    const chatId = randomUUID();
    const { status, body } = await main.send({ script: [{ say: 'We open at ' }, { fail }] }, { chatId });
    expect([status, body.message_code]).toEqual([502, 'upstream_error']);
    const [turn] = await main.history(chatId);
    expect(body.data).toEqual({ chat_id: chatId, message_id: turn.id });
    expect(turn.status).not.toBe('completed');
  }
});

states('S7-63', 'a 502 has the code that the stream gives for the same failure', async () => {
  const main = server.as('main');
  const script = [{ say: 'We open at ' }, { fail: 'outage' }] as const;
  const { body } = await main.send({ script });
  const { data } = await (await main.stream({ script })).rest();
  expect(body.message_code).toBe(data.code);
});

states('S7-65', 'the replay of a failed turn answers like the turn itself', async () => {
  const main = server.as('main');
  for (const fail of ['outage', 'refusal'] as const) {
    const turn = { script: [{ say: 'We open at ' }, { fail }] };
    const sent = { chatId: randomUUID(), key: randomUUID() };
    const [first, replay] = [await main.send(turn, sent), await main.send(turn, sent)];
    expect(withoutRequest(replay)).toEqual(withoutRequest(first));
    expect(await main.history(sent.chatId)).toHaveLength(1);
  }
});

states('S7-86', 'a turn that is cut at its deadline returns 504 and its id', async () => {
  const main = server.as('main');
  const sent = { chatId: randomUUID(), headers: { 'x-reference-fault': 'turn_timeout' } };
  const answer = main.send({ script: [{ hang: true }] }, sent);
  while ((await main.get(`/chats/${sent.chatId}`)).status === 404);
  await server.clock.advance(1000);
  const { status, body } = await answer;
  expect([status, body.message_code]).toEqual([504, 'turn_timeout']);
  const [turn] = await main.history(sent.chatId);
  expect(body.data).toEqual({ chat_id: sent.chatId, message_id: turn.id });
});

states(
  'S7-49',
  'a turn that another execution closed returns 409; the same key then returns the stored outcome',
  async () => {
    const main = server.as('main');
    const turn = { script: [{ say: 'At 10:00.' }] };
    const sent = { chatId: randomUUID(), key: randomUUID() };
    const first = await main.send(turn, {
      ...sent,
      headers: { 'x-reference-fault': 'idempotency_outcome_unknown' },
    });
    expect([first.status, first.body.message_code]).toEqual([409, 'api_v1_core_unavailable']);
    expect(first.body.data.code).toBe('idempotency_outcome_unknown');
    expect((await main.send(turn, sent)).body.data).toMatchObject({
      status: 'completed',
      content: 'At 10:00.',
    });
    expect(await main.history(sent.chatId)).toHaveLength(1);
  },
);

states(
  'S7-75',
  'a save that is not confirmed returns 503; the same key later returns what was saved',
  async () => {
    const main = server.as('main');
    const turn = { script: [{ say: 'At 10:00.' }] };
    const sent = { chatId: randomUUID(), key: randomUUID() };
    const first = await main.send(turn, { ...sent, headers: { 'x-reference-fault': 'persistence' } });
    expect([first.status, first.body.message_code]).toEqual([503, 'api_v1_core_unavailable']);
    expect(first.body.data.code).toBe('persistence_failed');
    await server.clock.advance(3000);
    expect((await main.send(turn, sent)).body.data).toMatchObject({
      status: 'completed',
      content: 'At 10:00.',
    });
    expect(await main.history(sent.chatId)).toHaveLength(1);
  },
);

states('S7-02', 'further details of a failure are in data', async () => {
  const main = server.as('main');
  const running = await main.stream({ script: [{ hang: true }] });
  const chatId = randomUUID();
  const unconfirmed = { headers: { 'x-reference-fault': 'persistence' } };
  const failures = {
    required_scopes: await server.as('without-agents-use').send({ attachments: { agent_ids: [21] } }),
    message_id: await main.send({}, { chatId: running.chatId }),
    chat_id: await main.send({ script: [{ fail: 'outage' }] }, { chatId }),
    code: await main.send({}, unconfirmed),
  };
  for (const [member, { status, body }] of Object.entries(failures)) {
    expect(status, member).toBeGreaterThanOrEqual(400);
    expect(body.data, member).toHaveProperty(member);
    expect(body, member).not.toHaveProperty(member);
  }
  running.disconnect();
});

/** A response without the members that differ between requests. */
function withoutRequest({ status, body }: Answer) {
  const { meta, ...rest } = structuredClone(body);
  delete meta.request_id;
  delete meta.error_details?.request_id;
  return { status, ...rest, meta };
}
