import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

states('S1-01 S1-02', 'a chat holds its turns, each with its prompt and its answer', async () => {
  const main = server.as('main');
  const [chatId, otherId] = [randomUUID(), randomUUID()];
  const prompts = ['When do we open?', 'And on Sundays?', 'And at Easter?'];
  const answers: string[] = [];
  for (const content of prompts) {
    answers.push((await main.send({ content }, { chatId })).body.data.content);
    await main.send({ content: 'Something else.' }, { chatId: otherId });
  }
  const turns = await main.history(chatId);
  expect(turns.map(({ prompt, content }) => [prompt, content])).toEqual(
    prompts.map((prompt, index) => [prompt, answers[index]]),
  );
  for (const { chat_id, content } of turns) {
    expect(chat_id).toBe(chatId);
    expect(content).not.toBe('');
  }
});

states('S4.1-36 S4.1-37', 'a turn that is sent to a new id creates the chat with that id', async () => {
  const main = server.as('main');
  const [sent, streamed, never] = [randomUUID(), randomUUID(), randomUUID()];
  expect((await main.send({}, { chatId: sent })).status).toBe(200);
  expect((await (await main.stream({}, { chatId: streamed })).rest()).type).toBe('message.completed');
  for (const id of [sent, streamed]) {
    expect((await main.get(`/chats/${id}`)).body.data.id).toBe(id);
    expect(await main.history(id)).toHaveLength(1);
    expect((await main.send({}, { chatId: id })).status).toBe(200);
  }
  const listed = (await main.get('/chats')).body.data.map(({ id }: { id: string }) => id);
  expect(listed).toEqual(expect.arrayContaining([sent, streamed]));
  expect(listed).not.toContain(never);
  expect((await main.get(`/chats/${never}`)).status).toBe(404);
});

states('S2.2-07', "a chat's model answers turns that name no model, on both endpoints", async () => {
  const main = server.as('main');
  const used = new Set<string>();
  for (const model_id of [3, 4, 5]) {
    const chatId = (await main.post('/chats', { model_id })).body.data.id;
    const named = (await main.send({ model_id })).body.data.usage.model;
    expect((await main.send({}, { chatId })).body.data.usage.model).toBe(named);
    expect((await (await main.stream({}, { chatId })).rest()).data.usage.model).toBe(named);
    used.add(named);
  }
  expect(used.size).toBe(3);
});

states('S2.2-07', "a turn that names another model does not change the chat's model", async () => {
  const main = server.as('main');
  const chatId = (await main.post('/chats', { model_id: 5 })).body.data.id;
  const models = [];
  for (const turn of [{}, { model_id: 3 }, {}]) {
    models.push((await main.send(turn, { chatId })).body.data.usage.model);
  }
  expect(models[1]).not.toBe(models[0]);
  expect(models[2]).toBe(models[0]);
  expect((await main.get(`/chats/${chatId}`)).body.data.model_id).toBe(5);
});

states('S2.2-10', 'a turn updates the last activity of its own chat only', async () => {
  const main = server.as('main');
  const [chat, quiet] = [
    (await main.post('/chats', {})).body.data,
    (await main.post('/chats', {})).body.data,
  ];
  for (const fail of [false, true]) {
    await server.clock.advance(60_000);
    await main.send({ script: fail ? [{ fail: 'outage' }] : [{ say: 'Yes.' }] }, { chatId: chat.id });
    const { created_at, updated_at } = (await main.get(`/chats/${chat.id}`)).body.data;
    expect(Date.parse(updated_at)).toBe(server.clock.now());
    expect(created_at).toBe(chat.created_at);
  }
  expect((await main.get(`/chats/${quiet.id}`)).body.data).toEqual(quiet);
});

states('S2.2-10', 'a long turn counts as activity until its end', async () => {
  const main = server.as('main');
  const stream = await main.stream({ script: [{ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }] });
  await stream.until('message.delta');
  await server.clock.advance(20_000);
  expect((await stream.rest()).type).toBe('message.completed');
  const { updated_at } = (await main.get(`/chats/${stream.chatId}`)).body.data;
  expect(Date.parse(updated_at)).toBe(server.clock.now());
});
