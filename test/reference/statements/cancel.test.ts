import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { APPROVAL, ASKINGS, asking } from './askings.ts';

const server = useServer();

/** Runs until it is cancelled. */
const ENDLESS: readonly Act[] = [{ say: 'Let me think about that. ' }, { hang: true }];
/** Runs for 20 seconds, long enough for a test to find it running, and ends without a cancellation. */
const LONG: readonly Act[] = [{ say: 'One moment. ', pieces: 1 }, { wait: 20 }, { say: 'Done.', pieces: 1 }];
const NO_DELIVERY = { 'x-reference-fault': 'cancel_delivery' };
const NO_BACKEND = { 'x-reference-fault': 'interaction_backend' };

states(
  'S4.4-44 S4.4-48 S4.4-52 S4.4-59 S3.1-05',
  'cancel ends the live turn with message.cancelled',
  async () => {
    const main = server.as('main');
    const stream = await main.stream({ script: ENDLESS });
    await stream.until('message.delta');
    const { status, body } = await main.act(stream.chatId, 'cancel', {});
    const end = await stream.rest();

    expect(status).toBe(200);
    expect(body.data.chat_id).toBe(stream.chatId);
    expect(end.type).toBe('message.cancelled');
    expect('Let me think about that. '.startsWith(end.data.content)).toBe(true);
    expect(await main.history(stream.chatId)).toMatchObject([
      { status: 'cancelled', content: end.data.content },
    ]);
  },
);

states(
  'S4.4-48 S4.4-59',
  'cancel ends a turn that waits for an answer, which can no longer be given',
  async () => {
    const main = server.as('main');
    for (const each of ASKINGS) {
      const stream = await main.stream(asking(each));
      const asked = await stream.until('message.action_required');
      await main.act(stream.chatId, 'cancel', {});

      expect((await stream.rest()).type, each.kind).toBe('message.cancelled');
      const late = await main.act(stream.chatId, each.endpoint, each.answer(asked));
      expect([404, 409]).toContain(late.status);
    }
  },
);

states('S4.4-48', 'cancel ends the turn of its own chat only', async () => {
  const main = server.as('main');
  const stream = await main.stream({ script: LONG });
  const other = await main.stream({ script: LONG });
  await stream.until('message.delta');
  await other.until('message.delta');
  await main.act(stream.chatId, 'cancel', {});
  await server.clock.advance(20_000);

  expect((await stream.rest()).type).toBe('message.cancelled');
  expect((await other.rest()).data.content).toBe('One moment. Done.');
});

states('S4.4-47', 'cancel accepts the id of an interaction of the live turn', async () => {
  const main = server.as('main');
  const stream = await main.stream(asking(APPROVAL));
  const { action_id } = await stream.until('message.action_required');

  expect((await main.act(stream.chatId, 'cancel', { action_id })).status).toBe(200);
  expect((await stream.rest()).type).toBe('message.cancelled');
});

states('S4.4-47', 'cancel does not accept the id of another interaction, and nothing ends', async () => {
  const main = server.as('main');
  const foreign = await main.stream(asking(APPROVAL));
  const asked = await foreign.until('message.action_required');
  for (const stranger of ['second', 'other-user', 'other-company']) {
    const client = server.as(stranger);
    const own = await client.stream({ script: LONG });
    await own.until('message.delta');
    const refused = await client.act(own.chatId, 'cancel', { action_id: asked.action_id });
    await server.clock.advance(20_000);

    expect(refused.status, stranger).toBe(404);
    expect(refused.body.message_code).toBe('api_v1_action_not_found');
    expect((await own.rest()).type).toBe('message.completed');
  }
  expect((await main.act(foreign.chatId, 'approve-tool', APPROVAL.answer(asked))).status).toBe(200);
  await foreign.rest();
});

states('S4.4-51', 'cancelling an ended turn returns 200 every time', async () => {
  const main = server.as('main');
  const completed = await main.stream({ script: [{ say: 'Done.' }] });
  await completed.rest();
  const cancelled = await main.stream({ script: ENDLESS });
  await main.act(cancelled.chatId, 'cancel', {});
  await cancelled.rest();
  for (const { chatId } of [completed, completed, cancelled, cancelled]) {
    expect((await main.act(chatId, 'cancel', {})).status).toBe(200);
  }
  expect(await main.history(completed.chatId)).toMatchObject([{ status: 'completed', content: 'Done.' }]);
});

states('S4.4-53 S4.4-54', 'cancel does not find a chat that is missing, and does not create it', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  const { status, body } = await main.act(chatId, 'cancel', {});

  expect(status).toBe(404);
  expect(body.message_code).toBe('api_v1_not_found');
  expect((await main.get(`/chats/${chatId}`)).status).toBe(404);
  expect((await main.get('/chats?size=200')).body.data).not.toContainEqual(
    expect.objectContaining({ id: chatId }),
  );
});

states('S4.4-55 S7-30', "another credential's chat counts as missing, and its turn continues", async () => {
  const stream = await server.as('main').stream({ script: LONG });
  await stream.until('message.delta');
  for (const stranger of ['second', 'other-user', 'other-company']) {
    const client = server.as(stranger);
    const [foreign, missing] = [stream.chatId, randomUUID()];

    for (const ask of [
      (chatId: string) => client.act(chatId, 'cancel', {}),
      (chatId: string) => client.get(`/chats/${chatId}`),
    ]) {
      const refused = await ask(foreign);
      expect(refused.status, stranger).toBe(404);
      expect(refused.body.message_code).toBe('api_v1_not_found');
      expect({ ...refused.body, meta: null }).toEqual({ ...(await ask(missing)).body, meta: null });
    }
  }
  expect((await finish(stream)).data.content).toBe('One moment. Done.');
});

states(
  'S4.4-56 S4.4-57',
  'a cancellation that is not delivered returns 502, and the turn keeps running',
  async () => {
    const main = server.as('main');
    const stream = await main.stream({ script: LONG });
    await stream.until('message.delta');
    const { status, body } = await main.act(stream.chatId, 'cancel', {}, NO_DELIVERY);
    const end = await finish(stream);

    expect(status).toBe(502);
    expect(body.message_code).toBe('api_v1_core_unavailable');
    expect(end.type).toBe('message.completed');
    expect(end.data.content).toBe('One moment. Done.');
  },
);

states('S4.4-52 S4.4-57', 'a cancellation that was not delivered can be repeated', async () => {
  const main = server.as('main');
  const stream = await main.stream(asking(APPROVAL));
  const { action_id } = await stream.until('message.action_required');

  expect((await main.act(stream.chatId, 'cancel', { action_id }, NO_DELIVERY)).status).toBe(502);
  expect((await main.act(stream.chatId, 'cancel', { action_id })).status).toBe(200);
  expect((await stream.rest()).type).toBe('message.cancelled');
});

states(
  'S4.4-56 S4.4-57',
  'a cancellation whose interaction cannot be looked up is not delivered',
  async () => {
    const main = server.as('main');
    const stream = await main.stream(asking(APPROVAL));
    const asked = await stream.until('message.action_required');
    const { action_id } = asked;
    const { status, body } = await main.act(stream.chatId, 'cancel', { action_id }, NO_BACKEND);

    expect(status).toBe(502);
    expect(body.message_code).toBe('api_v1_core_unavailable');
    expect((await main.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked))).status).toBe(200);
    expect((await stream.rest()).type).toBe('message.completed');
  },
);

/** Advances the clock until a long turn ends. @returns its terminal event */
async function finish(stream: TestStream) {
  await server.clock.advance(20_000);
  return stream.rest();
}
