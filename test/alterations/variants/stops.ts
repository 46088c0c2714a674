import { randomUUID } from 'node:crypto';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import type { Stop } from './tourist.ts';

const LONG = 'x'.repeat(256);
const SKILL = { name: 'Notices', instructions: 'Write a notice.' };

/** Stops for open points about credentials, failures, chats, lists and skills. */
export const RESOURCE_STOPS: Readonly<Record<string, Stop>> = {
  'A-01': async (t) => t.get('/chats', { as: 'only-skills-read' }),
  'A-02': async (t) => t.get('/chats', { as: 'nobody' }),
  'A-03': async (t) => t.get('/chats/none'),
  'A-04': async (t) => {
    await t.patch(`/chats/${randomUUID()}`, { is_favorite: 'yes' });
    const stream = await t.stream({ script: [{ hang: true }] });
    await stream.until('message.start');
    await t.send({ content: 5 }, { chatId: stream.chatId });
    await t.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'A-07': async (t) => {
    await t.chat();
    await t.get('/chats');
  },
  'A-08': async (t) => t.get(`/chats/${randomUUID()}`),
  'A-09': async (t) => t.get('/chats/none'),
  'A-10': async (t) => {
    await t.post('/chats', '{');
    await t.post('/skills', {});
    await t.post('/chats', { name: 7 });
  },
  'A-12': async (t) => {
    const id = await t.chat({ name: 'Easter', colour: 'blue' }).catch(() => randomUUID());
    await t.patch(`/chats/${id}`, { model_id: 4 });
  },
  'A-14': async (t) => {
    await t.post('/chats', {});
    await t.clock.advance(1);
    await t.post('/chats', {});
  },
  'A-16': async (t) => t.send({ attachments: { agent_ids: [21] } }, { fault: 'agents_disabled' }),
  'A-17': async (t) => {
    await t.get('/chats');
    await t.send({ attachments: { agent_ids: [21] } }, { fault: 'agents_unavailable' });
    const sent = { chatId: randomUUID(), key: randomUUID() };
    await t.send({}, sent);
    await t.send({}, sent);
  },
  'A-18': async (t) => {
    await t.send({ attachments: { workspace_ids: [12], skill_ids: [41] } }, { as: 'only-chat-write' });
  },
  'A-19': async (t) => {
    for (let count = 0; count < 30; count += 1) await t.get('/chats/none');
  },
  'A-20': async (t) => t.get('/chats/none'),
  'A-21': async (t) => {
    await t.get('/chats?size=500');
    await t.get('/chats?page=0');
  },
  'A-22': async (t) => t.get('/chats?page=9'),
  'A-23': async (t) => {
    await t.chat();
    await t.get('/chats?size=7');
    await t.get('/chats?is_favorite=true');
  },
  'A-24': async (t) => {
    const chatId = await t.chat({ name: 'first' });
    await t.clock.advance(2000);
    await t.chat({ name: 'second' });
    await t.clock.advance(2000);
    await t.send({}, { chatId });
    await t.get('/chats');
  },
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
  'A-29': async (t) => {
    await t.post('/chats', { model_id: 6 });
    await t.send({ model_id: 6 });
  },
  'A-33': async (t) => {
    await t.chat();
    const { chat_id } = await t.post('/_reference/application/turns', { content: 'Hello', wait: true });
    await t.get(`/chats/${chat_id}`);
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
  'A-35': async (t) => {
    const id = await t.chat();
    await t.clock.advance(2000);
    await t.get(`/chats/${id}`);
    await t.patch(`/chats/${id}`, { is_favorite: true });
  },
  'A-36': async (t) => t.patch(`/chats/${await t.chat()}`, {}),
  'A-38': async (t) => {
    const chatId = randomUUID();
    await t.chat();
    await t.send({ permission_mode: 'manual' }, { chatId });
    await t.get(`/chats/${chatId}`);
  },
  'A-49': async (t) => {
    await t.post('/skills', { ...SKILL, level: 'workspace', workspace_id: 16 }, { as: 'allowlist-skills' });
  },
  'A-118': async (t) => t.post('/skills', SKILL),
  'A-119': async (t) => t.post('/skills', { ...SKILL, name: LONG }),
  'A-128': async (t) => {
    const { data: cited } = await t.post('/skills', SKILL);
    const instructions = `Look at {{skill:${cited.id}}}.`;
    const { data } = await t.post('/skills', { ...SKILL, instructions });
    await t.delete(`/skills/${cited.id}`);
    await t.patch(`/skills/${data.id}`, { instructions });
  },
  'A-120': async (t) => t.post('/skills', { ...SKILL, level: 'personal', workspace_id: 12 }),
  'A-121': async (t) => t.post('/skills', { ...SKILL, visibility: 'public', shared_user_ids: [301] }),
  'A-122': async (t) => {
    const { data } = await t.post('/skills', SKILL);
    await t.patch(`/skills/${data.id}`, { level: 'company' });
  },
  'A-123': async (t) => {
    const { data } = await t.post('/skills', SKILL);
    await t.patch(`/skills/${data.id}`, { workspace_id: 16 });
  },
  'A-124': async (t) => {
    const { data } = await t.post('/skills', { ...SKILL, visibility: 'shared', shared_user_ids: [301] });
    await t.patch(`/skills/${data.id}`, { name: 'Mine' }, { as: 'other-user' });
  },
  'A-125': async (t) => {
    const { data } = await t.post('/skills', SKILL);
    await t.get(`/skills/${data.id}`, { as: 'second' });
  },
  'A-126': async (t) => {
    const { data } = await t.post('/skills', SKILL);
    await t.post(`/skills/${data.id}/toggle`);
    await t.get('/skills');
  },
  'A-127': async (t) => {
    await t.post('/skills', { ...SKILL, instructions: 'Look at {{planet:3}}.' });
    await t.post('/skills', { ...SKILL, instructions: 'Look at {{file:999999}}.' });
  },
  'A-130': async (t) => {
    const { data } = await t.post('/skills', SKILL);
    await t.delete(`/skills/${data.id}`);
    await t.delete(`/skills/${data.id}`);
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
};
