import { randomUUID } from 'node:crypto';
import type { Script } from '../../../src/rig/script/act.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import { APPROVAL, type Asking, CONNECTION, QUESTION } from '../../reference/harness/askings.ts';
import type { Stop, Tourist, Turn, Watched } from './tourist.ts';

const SECOND = 1000;
const LONG = 'x'.repeat(256);
const SKILL = { name: 'Notices', instructions: 'Write a notice.' };
const AUTO = { permission_mode: 'auto' };
const TALKS: Turn = { script: [{ say: 'Anna and Bert open the shop on Market Square.', pieces: 5 }] };

/**
 * The stops of the open points whose variants no run of the suite tells apart: requests that each variant answers differently. What a run shows
 * of the other variants tells them apart (`test/conformance/readings`).
 */
export const STOPS: Readonly<Record<string, Stop>> = {
  'A-03': async (t) => t.get('/chats/none'),
  'A-04': async (t) => {
    await t.patch(`/chats/${randomUUID()}`, { is_favorite: 'yes' });
    const stream = await t.stream({ script: [{ hang: true }] });
    await stream.until('message.start');
    await t.send({ content: 5 }, { chatId: stream.chatId });
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'A-08': async (t) => t.get(`/chats/${randomUUID()}`),
  'A-09': async (t) => t.get('/chats/none'),
  'A-12': async (t) => {
    const id = await t.chat({ name: 'Easter', colour: 'blue' }).catch(() => randomUUID());
    await t.patch(`/chats/${id}`, { model_id: 4 });
  },
  'A-14': async (t) => {
    await t.post('/chats', {});
    await t.clock.advance(1);
    await t.post('/chats', {});
  },
  'A-17': async (t) => {
    await t.get('/chats');
    await t.send({ attachments: { agent_ids: [21] } }, { fault: 'agents_unavailable' });
    const sent = { chatId: randomUUID(), key: randomUUID() };
    await t.send({}, sent);
    await t.send({}, sent);
  },
  'A-20': async (t) => t.get('/chats/none'),
  'A-25': async (t) => {
    const chatId = await t.chat();
    for (const content of ['one', 'two', 'three']) await t.send({ content }, { chatId });
    await t.get(`/chats/${chatId}/messages?size=2`);
    await t.post('/skills', { ...SKILL, name: 'Aardvarks' });
    await t.get('/skills');
  },
  'A-26': async (t) => t.get('/chats?is_favorite=True'),
  'A-27': async (t) => t.post('/chats'),
  'A-28': async (t) => {
    const id = await t.chat();
    await t.patch(`/chats/${id}`, { name: LONG });
    await t.patch(`/chats/${id}`, { name: ' Easter ' });
  },
  'A-34': async (t) => {
    const stream = await t.stream({ script: [{ hang: true }] });
    await stream.until('message.start');
    await t.delete(`/chats/${stream.chatId}`);
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
    await t.delete(`/chats/${stream.chatId}`);
    await t.delete(`/chats/${stream.chatId}`);
  },
  'A-36': async (t) => t.patch(`/chats/${await t.chat()}`, {}),
  'A-49': async (t) => {
    await t.post('/skills', { ...SKILL, level: 'workspace', workspace_id: 16 }, { as: 'allowlist-skills' });
  },
  'A-128': async (t) => {
    const { data: cited } = await t.post('/skills', SKILL);
    const instructions = `Look at {{skill:${cited.id}}}.`;
    const { data } = await t.post('/skills', { ...SKILL, instructions });
    await t.delete(`/skills/${cited.id}`);
    await t.patch(`/skills/${data.id}`, { instructions });
  },
  'A-120': async (t) => t.post('/skills', { ...SKILL, level: 'personal', workspace_id: 12 }),
  'A-121': async (t) => t.post('/skills', { ...SKILL, visibility: 'public', shared_user_ids: [301] }),
  'A-124': async (t) => {
    const { data } = await t.post('/skills', { ...SKILL, visibility: 'shared', shared_user_ids: [301] });
    await t.patch(`/skills/${data.id}`, { name: 'Mine' }, { as: 'other-user' });
  },
  'A-125': async (t) => {
    const { data } = await t.post('/skills', SKILL);
    await t.get(`/skills/${data.id}`, { as: 'second' });
  },
  'A-127': async (t) => {
    await t.post('/skills', { ...SKILL, instructions: 'Look at {{planet:3}}.' });
    await t.post('/skills', { ...SKILL, instructions: 'Look at {{file:999999}}.' });
  },
  'A-139': async (t) => {
    const turn = { content: renderScript([{ hang: true }]), wait: false };
    const chatId = await t.chat();
    await t.post('/_reference/application/turns', { ...turn, chat_id: chatId });
    await t.act(chatId, 'cancel', {});
  },
  http: async (t) => t.raw('/skills'),
  json: async (t) => {
    await t.get('/skills');
    await (await t.stream({ script: [{ say: 'Naïve </b> & 🦉' }] })).rest();
  },
  text: async (t) => t.get('/chats/none'),
  'A-133': async (t) => t.get('/chat/catalog'),
  'A-11': async (t) => {
    await t.send({ attachments: { workspace_ids: [0] } });
    await t.send({ attachments: { agent_ids: [0] } });
    await t.get('/skills/0');
  },
  'A-30': async (t) => {
    await t.send({ permission_mode: undefined }, { chatId: await t.chat(AUTO) });
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
  'A-47': async (t) => {
    await t.send({ content: '{{agent:21}} '.repeat(16) });
    await t.send({ content: Array.from('abcdefghijklmnop', (letter) => `{{agent:${letter}}}`).join(' ') });
  },
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
  'A-67': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    await t.send({ permission_mode: 'manual' }, sent);
    await t.send({}, sent);
  },
  'A-69': async (t) => {
    await sendTwice(t, 'persistence');
    await sendTwice(t, 'outcome_unknown');
  },
  'A-70': async (t) => t.send({}, { key: 'x'.repeat(65) }),
  'A-71': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    await t.send({}, sent);
    await t.delete(`/chats/${sent.chatId}`);
    await t.send({}, sent);
  },
  'A-72': async (t) => sendTwice(t, 'idempotency_outcome_unknown'),
  'A-73': async (t) => {
    const sent = { key: randomUUID(), chatId: randomUUID() };
    await t.send({}, sent);
    const stream = await t.stream({ script: [{ hang: true }] }, { chatId: sent.chatId });
    await stream.until('message.start');
    await t.send({}, sent);
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
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
  'A-81': streamTalk,
  'A-13': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL);
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await stream.rest();
  },
  'A-92': async (t) => {
    const script = [{ reason: 'The desk knows.' }, { call: { tool: 'find_tickets' } }];
    await t.send({ script, attachments: { mcp_server_ids: [7] } });
  },
  'A-94': async (t) => {
    await t.send({ attachments: { agent_ids: [21] } });
    await t.send({ attachments: { agent_ids: [21] }, model_id: 4 });
  },
  'A-101': async (t) => {
    for (const wrong of [
      { action: 'accept', content: {} },
      { action: 'decline', content: { branch: 'Old Mill' } },
    ]) {
      const { stream, asked } = await raise(t, QUESTION);
      await t.act(stream.chatId, 'respond-elicitation', { action_id: asked.action_id, ...wrong });
      await t.act(stream.chatId, 'respond-elicitation', QUESTION.answer(asked));
      await stream.rest();
    }
  },
  'A-103': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL, [{ hang: true }]);
    await t.clock.advance(112 * SECOND);
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await cancel(t, stream);
  },
  'A-107': async (t) => {
    const one = await raise(t, APPROVAL);
    const { action_id } = one.asked;
    await t.act(one.stream.chatId, 'cancel', { action_id });
    await one.stream.rest();
    await t.act(one.stream.chatId, 'cancel', { action_id });
    const other = await raise(t, APPROVAL);
    await t.act(other.stream.chatId, 'approve-tool', APPROVAL.answer(other.asked));
    await other.stream.rest();
    await t.act(other.stream.chatId, 'cancel', { action_id: other.asked.action_id });
  },
  'A-108': async (t) => {
    const chatId = await t.chat();
    await t.act(chatId, 'cancel', {});
    await t.send({}, { chatId });
    await t.act(chatId, 'cancel', {});
  },
  'A-113': async (t) => cancel(t, (await raise(t, CONNECTION)).stream),
};

async function streamTalk(t: Tourist): Promise<void> {
  await (await t.stream(TALKS)).rest();
}

async function tellLongContent(t: Tourist): Promise<void> {
  await (await t.stream({ content: 'x'.repeat(64_001) })).rest();
}

/** Sends a turn again after the fault of the first send is over. */
async function sendTwice(t: Tourist, fault: string): Promise<void> {
  const sent = { key: randomUUID(), chatId: randomUUID() };
  await t.send({}, { ...sent, fault });
  await t.clock.advance(60 * SECOND);
  await t.send({}, sent);
}

async function raise(t: Tourist, { acts }: Pick<Asking, 'acts'>, then: Script = [{ echo: 'results' }]) {
  const stream = await t.stream({ script: [...acts, ...then], attachments: { mcp_server_ids: [7, 9] } });
  return { stream, asked: await stream.until('message.action_required') };
}

async function cancel(t: Tourist, stream: Watched): Promise<void> {
  await t.act(stream.chatId, 'cancel', {});
  await stream.rest();
}
