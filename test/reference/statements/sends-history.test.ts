import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

states('S4.2-01 S4.2-05 S3.1-02', 'the listing has the completed turns of a chat, oldest first', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  const sent = [];
  for (const say of ['One.', 'Two.', 'Three.']) {
    await server.clock.advance(1000);
    const stream = await main.stream({ script: [{ say }] }, { chatId });
    expect((await stream.rest()).type).toBe('message.completed');
    sent.push({ content: say, status: 'completed', id: stream.events[0].data.message_id });
  }
  const { status, body } = await main.get(`/chats/${chatId}/messages`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject(sent);
  const second = await main.get(`/chats/${chatId}/messages?page=2&size=2`);
  expect(second.body.data).toMatchObject(sent.slice(2));
});

states('S4.2-02', 'the listing needs chat:read', async () => {
  const writer = server.as('without-chat-read');
  const chatId = randomUUID();
  expect((await writer.send({}, { chatId })).status).toBe(200);
  expect((await writer.get(`/chats/${chatId}/messages`)).status).toBeGreaterThanOrEqual(400);
});

states('S3.1-05', 'a cancelled turn keeps its text from before the cut', async () => {
  const main = server.as('main');
  const stream = await main.stream({
    script: [{ say: 'Let me think.', pieces: 1 }, { wait: 20 }, { say: ' Done.' }],
  });
  const { text } = await stream.until('message.delta');
  await main.act(stream.chatId, 'cancel', {});
  const { type, data } = await stream.rest();
  expect([type, data.content]).toEqual(['message.cancelled', text]);
  expect(await main.history(stream.chatId)).toMatchObject([{ status: 'cancelled', content: text }]);
});

states('S3.1-06', 'a turn cancelled before any text has empty content', async () => {
  const main = server.as('main');
  const stream = await main.stream({ script: [{ hang: true }] });
  await stream.until('message.start');
  await main.act(stream.chatId, 'cancel', {});
  const { type, data } = await stream.rest();
  expect([type, data.content]).toEqual(['message.cancelled', '']);
  expect(await main.history(stream.chatId)).toMatchObject([{ status: 'cancelled', content: '' }]);
});

states('S3.3-05 S3.3-06', 'a chat that was deleted is gone for the API', async () => {
  const main = server.as('main');
  const [kept, deleted] = [randomUUID(), randomUUID()];
  for (const chatId of [kept, deleted]) await main.send({}, { chatId });
  expect((await main.delete(`/chats/${deleted}`)).body.data).toEqual({ id: deleted, deleted: true });
  for (const { status, body } of [
    await main.get(`/chats/${deleted}`),
    await main.get(`/chats/${deleted}/messages`),
    await main.patch(`/chats/${deleted}`, { name: 'Back' }),
    await main.act(deleted, 'cancel', {}),
  ]) {
    expect([status, body.message_code]).toEqual([404, 'api_v1_not_found']);
  }
  const listed = (await main.get('/chats?size=200')).body.data.map(({ id }: { id: string }) => id);
  expect(listed).toContain(kept);
  expect(listed).not.toContain(deleted);
  expect((await main.get(`/chats/${kept}`)).status).toBe(200);
});

states('S3.3-14', 'an agent task is working while it runs', async () => {
  const stream = await server.as('main').stream({
    attachments: { agent_ids: [21] },
    script: [
      { delegate: [{ agent: 21, task: 'Count.', script: [{ wait: 20 }, { say: 'Two.' }] }] },
      { say: 'There are two.' },
    ],
  });
  await stream.until('message.step');
  const tasks = () => stream.events.flatMap(({ data }) => data.steps ?? []).filter((step) => step.agent);
  while (tasks().length === 0) await stream.until('message.step');
  expect(tasks().map((step) => [step.key, step.agent.state])).toEqual([['agent', 'working']]);
  await server.clock.advance(20_000);
  expect((await stream.rest()).type).toBe('message.completed');
  expect(tasks().at(-1).agent.state).not.toBe('working');
});
