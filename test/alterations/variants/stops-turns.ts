import { randomUUID } from 'node:crypto';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import type { Stop, Tourist, Turn } from './tourist.ts';

const MINUTE = 60_000;
const AUTO = { permission_mode: 'auto' };
const FAILS: Turn = { script: [{ say: 'Half of ' }, { fail: 'outage' }] };
const TALKS: Turn = { script: [{ say: 'Anna and Bert open the shop on Market Square.', pieces: 5 }] };
const LOOKS: Turn = {
  ...AUTO,
  script: [{ reason: 'The desk knows.' }, { call: { tool: 'find_tickets' } }],
  attachments: { mcp_server_ids: [7] },
};
const CONNECTS: Turn = { script: [{ call: { tool: 'list_events' } }], attachments: { mcp_server_ids: [9] } };
const DELEGATES: Turn = {
  script: [{ delegate: [{ agent: 21, task: 'Count.' }] }],
  attachments: { agent_ids: [21] },
};

/** Stops for open points about turns, keys, streams and messages. */
export const TURN_STOPS: Readonly<Record<string, Stop>> = {
  'A-06': async (t) => t.send({}, { fault: 'outcome_unknown' }),
  'A-11': async (t) => {
    await t.send({ attachments: { workspace_ids: [0] } });
    await t.send({ attachments: { agent_ids: [0] } });
    await t.get('/skills/0');
  },
  'A-15': async (t) => t.send({ attachments: { agent_ids: [21] } }, { fault: 'agents_unavailable' }),
  'A-30': async (t) => {
    await t.send({ permission_mode: undefined }, { chatId: await t.chat(AUTO) });
  },
  'A-31': async (t) => {
    const chatId = randomUUID();
    await t.send({ model_id: 4 }, { chatId });
    await t.get(`/chats/${chatId}`);
  },
  'A-32': async (t) => {
    const chatId = await t.chat();
    await t.delete(`/chats/${chatId}`);
    await t.send({}, { chatId });
    await t.get(`/chats/${chatId}/messages`);
  },
  'A-40': async (t) => {
    await t.send({ permission_mode: 'plan' });
    await (await t.stream({ permission_mode: 'plan' })).rest();
  },
  'A-41': tellLongContent,
  'A-42': async (t) => {
    await t.send({ content: 'é'.repeat(40_000) });
    await t.send({ content: '🦉'.repeat(40_000) });
  },
  'A-43': async (t) => t.send({ content: ' ' }),
  'A-44': async (t) => t.send({ metadata: { note: 'é'.repeat(1000) } }),
  'A-45': async (t) => {
    await t.send({ metadata: {} });
    await t.send({ metadata: { order: 1, branch: 'Quayside' } });
  },
  'A-46': streamTalk,
  'A-47': async (t) => {
    await t.send({ content: '{{agent:21}} '.repeat(16) });
    await t.send({ content: Array.from('abcdefghijklmnop', (letter) => `{{agent:${letter}}}`).join(' ') });
  },
  'A-48': async (t) => t.send({ attachments: { workspace_ids: [99_999_999] } }),
  'A-51': async (t) => t.send({ attachments: { agent_ids: [37] } }, { fault: 'agents_disabled' }),
  'A-52': async (t) => {
    const skill = { name: 'Tone', instructions: 'Rhyme.', visibility: 'private' };
    const { data } = await t.post('/skills', skill);
    await t.patch(`/skills/${data.id}/toggle`, undefined);
    await t.send({ script: [{ echo: 'given' }], attachments: { skill_ids: [data.id] } });
  },
  'A-54': async (t) => {
    const chatId = await t.chat();
    const leaving = new AbortController();
    const body = { content: renderScript([{ hang: true }]), permission_mode: 'auto' };
    const answered = t.leave(chatId, body, leaving.signal);
    await t.until(`/chats/${chatId}/messages`, ({ data }) => data.length === 1);
    leaving.abort();
    await answered;
    await t.clock.advance(5000);
    await t.get(`/chats/${chatId}/messages`);
    await t.act(chatId, 'cancel', {});
  },
  'A-53': async (t) => {
    const chatId = await t.chat();
    const answered = t.send({ script: [{ hang: true }] }, { chatId });
    await t.until(`/chats/${chatId}/messages`, ({ data }) => data.length === 1);
    await t.act(chatId, 'cancel', {});
    await answered;
  },
  'A-55': async (t) => {
    const stream = await t.stream({ script: [{ hang: true }] });
    await stream.until('message.start');
    await t.clock.advance(31 * MINUTE);
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'A-56': async (t) => t.send(CONNECTS),
  'A-57': async (t) => {
    const chatId = await t.chat();
    await t.send(CONNECTS, { chatId });
    await t.get(`/chats/${chatId}/messages`);
  },
  'A-58': async (t) => sendTwice(t, FAILS),
  'A-59': async (t) => t.send(),
  'A-60': async (t) => {
    await tellLongContent(t);
    await (await t.stream({ attachments: { agent_ids: [99_999_999] } })).rest();
    const sent = { chatId: randomUUID(), key: randomUUID() };
    const stream = await t.stream({ script: [{ hang: true }] }, sent);
    await stream.until('message.start');
    await (await t.stream({ script: [{ hang: true }] }, sent)).rest();
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'A-62': async (t) => {
    const key = randomUUID();
    const chatId = randomUUID();
    await t.send({}, { key, chatId });
    await t.send({}, { key });
    await (await t.stream(AUTO, { key, chatId })).rest();
    await t.get(`/chats/${chatId}/messages`);
    await t.send({}, { as: 'second' });
    await t.send({}, { key, as: 'second' });
  },
  'A-63': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    await t.send({}, sent);
    await (await t.stream(AUTO, sent)).rest();
  },
  'A-64': async (t) => {
    const path = `/chats/${randomUUID()}/messages`;
    const headers = { 'idempotency-key': randomUUID() };
    await t.post(path, '{"content":"Hello","permission_mode":"auto"}', { headers });
    await t.post(path, '{ "content": "Hello", "permission_mode": "auto" }', { headers });
    await t.post(path, '{"permission_mode":"auto","content":"Hello"}', { headers });
    const sent = { key: randomUUID(), chatId: randomUUID() };
    for (const permission_mode of [undefined, 'manual'] as const)
      await (await t.stream({ content: 'Hello', permission_mode }, sent)).rest();
  },
  'A-65': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    const stream = await t.stream({ script: [{ hang: true }] }, sent);
    await stream.until('message.start');
    await (await t.stream({ content: 'Something else' }, sent)).rest();
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'A-67': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    await t.send({ permission_mode: 'manual' }, sent);
    await t.send({}, sent);
  },
  'A-68': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    await (await t.stream(TALKS, sent)).rest();
    await (await t.stream(TALKS, sent)).rest();
  },
  'A-69': async (t) => {
    await sendTwice(t, {}, 'persistence');
    await sendTwice(t, {}, 'outcome_unknown');
  },
  'A-70': async (t) => t.send({}, { key: 'x'.repeat(65) }),
  'A-71': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    await t.send({}, sent);
    await t.delete(`/chats/${sent.chatId}`);
    await t.send({}, sent);
  },
  'A-72': async (t) => sendTwice(t, {}, 'idempotency_outcome_unknown'),
  'A-73': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    await t.send({}, sent);
    const stream = await t.stream({ script: [{ hang: true }] }, { chatId: sent.chatId });
    await stream.until('message.start');
    await t.send({}, sent);
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'A-74': async (t) => (await t.stream(LOOKS)).rest(),
  'A-75': streamFailures,
  'A-78': streamTalk,
  'A-79': async (t) => {
    const stream = await t.stream({
      script: [{ say: 'Wait.', pieces: 1 }, { wait: 10 }, { say: 'Soon.' }, { hang: true }],
    });
    await stream.until('message.delta');
    // Meanwhile, the model starts waiting.
    await t.get('/chats/none');
    for (let seconds = 0; seconds < 32; seconds += 1) await t.clock.advance(1000);
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'A-80': streamTalk,
  'A-81': streamTalk,
  'A-82': streamFailures,
  'A-83': streamFailures,
  'A-84': streamTalk,
  'A-85': async (t) => {
    const stream = await t.stream();
    await stream.until('message.completed');
    const ended = stream.rest();
    for (let count = 0; count < 3; count += 1) await t.get('/chats/none');
    await t.clock.advance(11 * MINUTE);
    await ended;
  },
  'A-88': async (t) => {
    const stream = await t.stream({ script: [{ hang: true }] });
    await stream.until('message.start');
    await t.get(`/chats/${stream.chatId}/messages`);
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'A-89': async (t) => {
    const chatId = await t.chat();
    await t.send(FAILS, { chatId });
    await t.get(`/chats/${chatId}/messages`);
  },
  'A-90': async (t) => t.send(),
  'A-91': async (t) => t.send({ attachments: { agent_ids: [21] } }),
  'A-92': async (t) => t.send(LOOKS),
  'A-93': async (t) => {
    await t.send(DELEGATES);
    await t.send({ ...DELEGATES, script: [{ delegate: [{ task: 'Count.' }] }] });
  },
  'A-94': async (t) => {
    await t.send({ attachments: { agent_ids: [21] } });
    await t.send({ attachments: { agent_ids: [21] }, model_id: 4 });
  },
  'A-96': async (t) => {
    const chat_id = await t.chat();
    await t.post('/_reference/application/turns', { content: 'Hello', wait: true, chat_id });
    await t.get(`/chats/${chat_id}/messages`);
  },
  'A-97': async (t) => {
    const chatId = randomUUID();
    await t.send({ content: 'Write to ingrid@example.org.' }, { chatId, as: 'incognito' });
    await t.get(`/chats/${chatId}/messages`, { as: 'incognito' });
  },
  'A-141': async (t) => t.send(LOOKS),
  'A-138': async (t) => {
    const script = [
      { call: { tool: 'close_ticket', input: { ticket: 4410 } } },
      { echo: 'results' },
    ] as const;
    await t.send({ script, attachments: { mcp_server_ids: [7] } });
  },
};

async function streamTalk(t: Tourist): Promise<void> {
  await (await t.stream(TALKS)).rest();
}

async function streamFailures(t: Tourist): Promise<void> {
  for (const fail of ['outage', 'refusal', 'unreachable'] as const)
    await (await t.stream({ script: [{ fail }] })).rest();
}

async function tellLongContent(t: Tourist): Promise<void> {
  await (await t.stream({ content: 'x'.repeat(64_001) })).rest();
}

/** Sends the same turn again after the fault of the first send is over. */
async function sendTwice(t: Tourist, turn: Turn, fault?: string): Promise<void> {
  const sent = { key: randomUUID(), chatId: randomUUID() };
  await t.send(turn, { ...sent, ...(fault !== undefined && { fault }) });
  await t.clock.advance(MINUTE);
  await t.send(turn, sent);
}
