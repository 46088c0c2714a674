import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import type { Answer } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

const LONG = [{ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }];

states('S3.3-01', 'of turns sent to a chat at once, one runs', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  const sends = Array.from({ length: 4 }, () => main.send({ script: LONG }, { chatId }));
  const refused = await firstOf(sends, 3);
  expect(refused.map(({ body }) => body.message_code)).toEqual(Array(3).fill('api_v1_chat_busy'));
  expect(await main.history(chatId)).toHaveLength(1);
  await main.act(chatId, 'cancel', {});
  expect((await Promise.all(sends)).filter(({ status }) => status === 200)).toHaveLength(1);
});

states(
  'S3.3-02 S7-40',
  'a second send to either endpoint is refused, and the refusal names the running turn',
  async () => {
    const main = server.as('main');
    const running = await main.stream({ script: LONG });
    const { message_id } = await running.until('message.start');
    const { chatId } = running;
    for (const refused of [await main.send({}, { chatId }), await main.refusedStream({}, { chatId })]) {
      expect([refused.status, refused.body.message_code]).toEqual([409, 'api_v1_chat_busy']);
      expect(refused.body.data.message_id).toBe(message_id);
    }
    await running.until('message.delta');
    await server.clock.advance(20_000);
    expect((await running.rest()).type).toBe('message.completed');
    expect((await main.send({}, { chatId })).status).toBe(200);
  },
);

states('S3.3-02', 'a chat is not busy because another one is', async () => {
  const main = server.as('main');
  const chatId = (await main.post('/chats', {})).body.data.id;
  const running = await main.stream({ script: [{ hang: true }] });
  expect((await main.send({}, { chatId })).status).toBe(200);
  running.disconnect();
});

states('S3.3-03', 'a chat in which the application runs a turn is busy for the API', async () => {
  const main = server.as('main');
  const chatId = (await main.post('/chats', {})).body.data.id;
  const running = await main.post('//_reference/application/turns', {
    content: renderScript([{ hang: true }]),
    chat_id: chatId,
  });
  for (const refused of [await main.send({}, { chatId }), await main.refusedStream({}, { chatId })]) {
    expect([refused.status, refused.body.message_code]).toEqual([409, 'api_v1_chat_busy']);
    expect(refused.body.data.message_id).toBe(running.body.message_id);
  }
});

states('S3.3-03', "a chat is free again once the application's turn has ended", async () => {
  const main = server.as('main');
  const chatId = (await main.post('/chats', {})).body.data.id;
  const turn = { content: 'Good morning', chat_id: chatId, wait: true };
  expect((await main.post('//_reference/application/turns', turn)).status).toBe(200);
  expect((await main.send({}, { chatId })).status).toBe(200);
});

/** The first responses to arrive. */
function firstOf(answers: readonly Promise<Answer>[], count: number): Promise<Answer[]> {
  const first: Answer[] = [];
  return new Promise((resolve, reject) => {
    for (const answer of answers) {
      answer.then((settled) => {
        if (first.push(settled) === count) resolve([...first]);
      }, reject);
    }
  });
}
