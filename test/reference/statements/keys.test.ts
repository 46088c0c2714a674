import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestClient, TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

const LONG = { script: [{ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }] };

states(
  'S4.2-45 S4.2-46',
  'a blocking send that is repeated gets the same result, and runs nothing',
  async () => {
    const main = server.as('main');
    const turn = { script: [{ say: 'At 10:00.' }], metadata: { order: 7 }, attachments: { agent_ids: [21] } };
    const sent = { chatId: randomUUID(), key: randomUUID() };
    const [first, replay] = [await main.send(turn, sent), await main.send(turn, sent)];
    expect(first.status).toBe(200);
    expect(replay.status).toBe(first.status);
    expect(replay.body.data).toEqual(first.body.data);
    expect(await main.history(sent.chatId)).toHaveLength(1);
  },
);

states('S4.2-66', 'a repeated stream sends the outcome at once and runs nothing', async () => {
  const main = server.as('main');
  const first = await runLong(main);
  const replay = await main.stream(LONG, first.sent);
  // A second run of the script would wait forever, since the test does not advance the clock.
  expect(await replay.rest()).toEqual(first.events.at(-1));
  expect(replay.events[0]).toMatchObject({ type: 'message.start', data: { chat_id: first.chatId } });
  expect(replay.events[0].data.message_id).toBe(first.events[0].data.message_id);
  expect(await main.history(first.chatId)).toHaveLength(1);
});

states('S3.3-11', 'a key is first running, and then has an outcome', async () => {
  const main = server.as('main');
  const running = await main.stream(LONG);
  await running.until('message.delta');
  expect((await main.refusedStream(LONG, running.sent)).body.message_code).toBe('api_v1_turn_in_progress');
  await server.clock.advance(20_000);
  const ended = await running.rest();
  expect(await (await main.stream(LONG, running.sent)).rest()).toEqual(ended);
});

states('S3.3-12', 'the key of a running turn is refused on the endpoint that it was sent to', async () => {
  const main = server.as('main');
  const streamed = await main.stream(LONG);
  await streamed.until('message.start');
  const sent = { chatId: randomUUID(), key: randomUUID() };
  const answer = main.send(LONG, sent);
  while ((await main.get(`/chats/${sent.chatId}`)).status === 404);
  for (const refused of [await main.refusedStream(LONG, streamed.sent), await main.send(LONG, sent)]) {
    expect([refused.status, refused.body.message_code]).toEqual([409, 'api_v1_turn_in_progress']);
  }
  await main.act(sent.chatId, 'cancel', {});
  expect((await answer).status).toBe(200);
  streamed.disconnect();
});

states('S3.3-12', 'of concurrent sends with one key, one runs', async () => {
  const main = server.as('main');
  const sent = { chatId: randomUUID(), key: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 5 }, () => main.send({}, sent)));
  const ids = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.data.id] : [])));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(ids.size).toBe(1);
  expect(refused.every(({ body }) => body.message_code === 'api_v1_turn_in_progress')).toBe(true);
  expect(await main.history(sent.chatId)).toHaveLength(1);
});

states('S7-37', 'a key with another body is refused, and its outcome stays', async () => {
  const main = server.as('main');
  const sent = { chatId: randomUUID(), key: randomUUID() };
  const first = await main.send({ content: 'Hello' }, sent);
  for (const turn of [{ content: 'Good evening' }, { content: 'Hello', metadata: { order: 7 } }]) {
    const refused = await main.send(turn, sent);
    expect([refused.status, refused.body.message_code]).toEqual([409, 'api_v1_idempotency_conflict']);
  }
  expect((await main.send({ content: 'Hello' }, sent)).body.data).toEqual(first.body.data);
  expect(await main.history(sent.chatId)).toHaveLength(1);
});

states('S3.1-07', 'the replay of a cancelled turn says that it was cancelled', async () => {
  const main = server.as('main');
  const stream = await main.stream(LONG);
  await stream.until('message.delta');
  await main.act(stream.chatId, 'cancel', {});
  const ended = await stream.rest();
  const replayed = await (await main.stream(LONG, stream.sent)).rest();
  expect(replayed).toEqual(ended);
  expect([replayed.type, replayed.data.status]).toEqual(['message.cancelled', 'cancelled']);
});

states('S3.1-07', 'the replay of a cancelled blocking turn says that it was cancelled', async () => {
  const main = server.as('main');
  const sent = { chatId: randomUUID(), key: randomUUID() };
  const answer = main.send(LONG, sent);
  while ((await main.get(`/chats/${sent.chatId}`)).status === 404);
  await main.act(sent.chatId, 'cancel', {});
  await answer;
  const replay = await main.send(LONG, sent);
  expect([replay.status, replay.body.data.status]).toEqual([200, 'cancelled']);
  expect(await main.history(sent.chatId)).toHaveLength(1);
});

states('S4.2-45 S4.2-46 S4.2-66', 'a turn repeated on the other endpoint does not run again', async () => {
  const main = server.as('main');
  const turn = { ...LONG, permission_mode: 'auto' };
  const streamed = await runLong(main, turn);
  const blocking = await main.send(turn, streamed.sent);
  expect(blocking.body.data).toEqual(streamed.events.at(-1).data);
  const sent = { chatId: randomUUID(), key: randomUUID() };
  const first = await main.send({}, sent);
  const replay = await (await main.stream({ permission_mode: 'auto' }, sent)).rest();
  expect(replay).toEqual({ type: 'message.completed', data: first.body.data });
  for (const { chatId } of [streamed, sent]) expect(await main.history(chatId)).toHaveLength(1);
});

async function runLong(client: TestClient, turn: object = LONG): Promise<TestStream> {
  const stream = await client.stream({ ...turn });
  await stream.until('message.delta');
  await server.clock.advance(20_000);
  await stream.rest();
  return stream;
}
