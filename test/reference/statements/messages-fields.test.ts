import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

states(
  'S2.3-02 S2.3-04 S2.3-07 S2.3-37',
  'a replay is the message of the first answer, member for member',
  async () => {
    const main = server.as('main');
    const [chatId, key] = [randomUUID(), randomUUID()];
    const turn = {
      script: [{ reason: 'The door tells.' }, { say: 'At 9:00.' }] as const,
      metadata: { desk: 4 },
    };
    const first = await main.send(turn, { chatId, key });
    const replay = await main.send(turn, { chatId, key });

    expect(first.body.data).toMatchObject({ chat_id: chatId, role: 'assistant', content: 'At 9:00.' });
    expect(replay.status).toBe(first.status);
    expect(replay.body.data).toEqual(first.body.data);
  },
);

states(
  'S2.3-03 S2.3-05 S2.3-06',
  'the id is the same in message.start, terminal, replay and history',
  async () => {
    const main = server.as('main');
    const stream = await main.stream({ script: [{ say: 'At 9:00.' }] });
    const { message_id } = await stream.until('message.start');
    const { data } = await stream.rest();
    const again = await main.stream({ script: [{ say: 'At 9:00.' }] }, stream.repeat);

    expect(data.id).toBe(message_id);
    expect(await again.until('message.start')).toMatchObject({ message_id });
    expect((await again.rest()).data.id).toBe(message_id);
    expect(await idsOf(stream.chatId)).toEqual([message_id]);
  },
);

states('S2.3-06', 'concurrent turns have different ids', async () => {
  const main = server.as('main');
  const sent = await Promise.all(['One', 'Two', 'Three'].map((content) => main.send({ content })));
  const ids = sent.map(({ body }) => body.data.id);

  expect(new Set(ids).size).toBe(3);
  for (const { body } of sent) expect(await idsOf(body.data.chat_id)).toEqual([body.data.id]);
});

states('S2.3-01 S2.3-10 S2.3-11', 'only the listing shows what was sent', async () => {
  const main = server.as('main');
  const turn = { content: 'When do we open?' };
  const blocking = await main.send(turn);
  const stream = await main.stream(turn);
  const completed = await stream.rest();
  const replayed = await (await main.stream(turn, stream.repeat)).rest();
  const hanging = await main.stream({ script: [{ hang: true }] });
  await main.act(hanging.chatId, 'cancel', {});
  const cancelled = await hanging.rest();

  for (const message of [blocking.body.data, completed.data, replayed.data, cancelled.data]) {
    expect(message).not.toHaveProperty('prompt');
  }
  for (const { chat_id } of [blocking.body.data, completed.data]) {
    expect(await main.history(chat_id)).toMatchObject([{ prompt: 'When do we open?' }]);
  }
});

states(
  'S2.3-12 S2.3-13',
  'a turn that ended with message.cancelled is cancelled in the history',
  async () => {
    const main = server.as('main');
    const stream = await main.stream({ script: [{ say: 'Let me think. ' }, { hang: true }] });
    await stream.until('message.delta');
    await main.act(stream.chatId, 'cancel', {});

    expect((await stream.rest()).type).toBe('message.cancelled');
    expect(await main.history(stream.chatId)).toMatchObject([
      { status: 'cancelled', content: 'Let me think. ' },
    ]);
  },
);

states('S2.3-14 S2.3-15', 'a turn that consumed nothing has no usage', async () => {
  const main = server.as('main');
  const stream = await main.stream({ script: [{ hang: true }] });
  await stream.until('message.start');
  await main.act(stream.chatId, 'cancel', {});
  const failed = await main.stream({ script: [{ fail: 'unreachable' }] });
  await failed.rest();

  expect((await stream.rest()).data).toMatchObject({ content: '', usage: null });
  for (const { chatId } of [stream, failed]) {
    expect(await main.history(chatId)).toMatchObject([{ usage: null }]);
  }
});

states('S2.3-14', 'a turn that was cut after some text has the usage of that text', async () => {
  const main = server.as('main');
  for (const end of ['cancel', 'fail']) {
    const last: Act = end === 'fail' ? { fail: 'outage' } : { hang: true };
    const stream = await main.stream({ script: [{ say: 'Let me think. ' }, last] });
    await stream.until('message.delta');
    if (end === 'cancel') await main.act(stream.chatId, 'cancel', {});
    await stream.rest();
    const [{ usage }] = await main.history(stream.chatId);

    expect(usage.prompt_tokens).toBeGreaterThan(0);
    expect(usage.completion_tokens).toBeGreaterThan(0);
  }
});

states('S2.3-24 S2.3-25', 'metadata is returned unchanged, wherever the turn is shown', async () => {
  const main = server.as('main');
  const metadata = {
    ticket: 4410,
    urgent: false,
    note: null,
    tags: ['door', { deep: [[], {}] }],
    quoted: 'a "b" \\ {{agent:21}} ☂',
  };
  const turn = { content: 'Hello', metadata };
  const options = { chatId: randomUUID(), key: randomUUID() };
  const blocking = await main.send(turn, options);
  const replay = await main.send(turn, options);
  const stream = await main.stream(turn);
  const terminal = await stream.rest();
  const again = await (await main.stream(turn, stream.repeat)).rest();

  for (const { data } of [blocking.body, replay.body, terminal, again]) {
    expect(data.metadata).toEqual(metadata);
  }
  for (const { chat_id } of [blocking.body.data, terminal.data]) {
    expect((await main.history(chat_id))[0].metadata).toEqual(metadata);
  }
});

states('S2.3-25', 'metadata survives a turn that is cancelled or fails', async () => {
  const main = server.as('main');
  const metadata = { desk: [4, 'Quayside'] };
  const cancelled = await main.stream({ script: [{ hang: true }], metadata });
  await main.act(cancelled.chatId, 'cancel', {});
  const failed = await main.stream({ script: [{ fail: 'outage' }], metadata });
  await failed.rest();

  expect((await cancelled.rest()).data.metadata).toEqual(metadata);
  for (const { chatId } of [cancelled, failed]) {
    expect(await main.history(chatId)).toMatchObject([{ metadata }]);
  }
});

states('S2.3-27 S2.3-33', 'a turn without agents has no runs and does not mention agents', async () => {
  const main = server.as('main');
  const script: Act[] = [{ call: { tool: 'find_tickets' } }, { say: 'There are four.' }];
  const turn = { script, attachments: { mcp_server_ids: [7] } };
  const blocking = await main.send(turn);
  const stream = await main.stream(turn);
  const terminal = await stream.rest();
  const replay = await (await main.stream(turn, stream.repeat)).rest();
  const [listed] = await main.history(stream.chatId);

  for (const message of [blocking.body.data, terminal.data, replay.data, listed]) {
    expect(message.agent_runs).toEqual([]);
    expect(message).not.toHaveProperty('agents');
  }
});

async function idsOf(chatId: string): Promise<number[]> {
  return (await server.as('main').history(chatId)).map(({ id }) => id);
}
