import { OBSERVED_CHAT, observeChat } from '../../suite/check-kit/chat-observer.ts';
import { CHAT_REACHES, isFailedStream } from '../../suite/check-kit/chat-reaches.ts';
import { R } from '../../suite/check-kit/check.ts';
import { type Action, textOf } from '../step.ts';
import { isActive, NAMES, nextName, OWNERS, type Owner, strangersOf, type World } from '../world.ts';

const TITLES = ['Tide tables', 'Harbour notes'];

/** The operations on a chat that create nothing. All of them give the same response for a deleted chat. */
const NO_SENDS = CHAT_REACHES.filter(({ isSend }) => !isSend);

export const chatActions: readonly Action[] = [
  {
    name: 'create-chat',
    weight: 4,
    makes: true,
    requirements: [R['chats.create.exists'], R['chats.create.name'], R['chats.create.permission-mode']],
    choices: { title: TITLES, mode: ['manual', 'auto'] },
    offer(world) {
      const chat = nextName(world.chats, NAMES.chat);
      return chat === undefined ? [] : OWNERS.map((as) => ({ chat, as }));
    },
    async take(t, world, step) {
      const owner = textOf(step, 'as') as Owner;
      const name = textOf(step, 'title');
      const mode = textOf(step, 'mode');
      const made = await t.as(owner).post('/chats', { name, permission_mode: mode });
      t.expect('chats.create.exists').succeeds(made);
      t.expect('chats.create.name').shows(made, 'name', name);
      t.expect('chats.create.permission-mode').shows(made, 'permission_mode', mode);
      world.addChat(textOf(step, 'chat'), String(made.data.id), owner);
    },
    describe: ({ chat, as, title, mode }) => `${as} creates chat ${chat}, named "${title}", in mode ${mode}`,
  },

  {
    name: 'mark-chat',
    weight: 4,
    requirements: [R['chats.update.exists'], R['chats.update.is-favorite']],
    choices: { favorite: [true, false] },
    offer: (world) => world.chatsThat(isActive),
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      const changed = await t.as(chat.owner).patch(`/chats/${chat.id}`, { is_favorite: step.favorite });
      t.expect('chats.update.exists').succeeds(changed);
      t.expect('chats.update.is-favorite').shows(changed, 'is_favorite', step.favorite);
      chat.isFavorite = step.favorite === true;
    },
    describe: ({ chat, favorite }) => `chat ${chat} becomes ${favorite ? 'a favorite' : 'no favorite'}`,
  },

  {
    name: 'rename-chat',
    weight: 3,
    requirements: [R['chats.update.exists'], R['chats.update.name']],
    choices: { title: ['Ebb and flow', 'Night crossing'] },
    offer: (world) => world.chatsThat(isActive),
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      const changed = await t.as(chat.owner).patch(`/chats/${chat.id}`, { name: step.title });
      t.expect('chats.update.exists').succeeds(changed);
      t.expect('chats.update.name').shows(changed, 'name', step.title);
    },
    describe: ({ chat, title }) => `chat ${chat} is renamed to "${title}"`,
  },

  {
    name: 'look-for-chat',
    weight: 4,
    requirements: OBSERVED_CHAT,
    offer: (world) => world.chatsThat(({ state }) => state !== 'open'),
    async take(t, world, step) {
      const { id, owner, state, isFavorite } = world.chat(textOf(step, 'chat'));
      await observeChat(t, { id }, { isFavorite, isDeleted: state === 'deleted' }, owner);
    },
    describe: ({ chat }) => `every credential looks for chat ${chat} in every place`,
  },

  {
    name: 'delete-chat',
    weight: 2,
    requirements: [R['chats.delete.exists']],
    // The contract does not say what happens to a turn that runs in a deleted chat.
    offer: (world) => world.chatsThat((chat) => isActive(chat) && world.isIdle(chat)),
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      t.expect('chats.delete.exists').succeeds(await t.as(chat.owner).delete(`/chats/${chat.id}`));
      chat.state = 'deleted';
    },
    describe: ({ chat }) => `chat ${chat} is deleted`,
  },

  {
    name: 'reach-deleted-chat',
    weight: 3,
    requirements: [R['states.chat.active-or-deleted'], R['states.chat.deletion-removes']],
    choices: {
      by: NO_SENDS.map(({ operationId }) => operationId).filter((operation) => operation !== 'deleteChat'),
    },
    offer: (world) => world.chatsThat(({ state }) => state === 'deleted'),
    async take(t, world, step) {
      const { id, owner } = world.chat(textOf(step, 'chat'));
      const { request, rows } = reachBy(textOf(step, 'by'));
      const gone = await request(t, t.as(owner), id);
      t.expect('states.chat.active-or-deleted').isNoSuccess(gone);
      t.expect('states.chat.deletion-removes').failsWith(gone, ...rows);
    },
    describe: ({ chat, by }) => `${by} is asked of the deleted chat ${chat}`,
  },

  {
    name: 'reach-foreign-chat',
    weight: 2,
    requirements: [R['credentials.ownership.chats'], R['errors.not-found.answer']],
    choices: { by: CHAT_REACHES.map(({ operationId }) => operationId) },
    // The contract does not say who owns the id of a deleted chat.
    offer: (world) =>
      world.activeChats.flatMap((chat) => strangersOf(chat).map((as) => ({ chat: chat.name, as }))),
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      const { request, rows } = reachBy(textOf(step, 'by'));
      const pending = world.liveTurn(chat)?.asked?.actionId;
      const foreign = await request(t, t.as(textOf(step, 'as') as Owner), chat.id, pending);
      if (isFailedStream(foreign)) return;
      t.expect('credentials.ownership.chats').isRefused(foreign);
      t.expect('errors.not-found.answer').failsWith(foreign, ...rows);
    },
    describe: ({ chat, as, by }) => `${as}, who did not create chat ${chat}, asks ${by} of it`,
  },
];

function reachBy(operation: string) {
  const reach = CHAT_REACHES.find(({ operationId }) => operationId === operation);
  if (!reach) throw new RangeError(`no operation ${operation}`);
  return reach;
}

/** The chats to which a turn can be sent, each with its owner: the idle ones, and a new one for each credential. */
export function chatsToSendTo(world: World): readonly { readonly chat: string; readonly as: Owner }[] {
  const idle = world.activeChats
    .filter((chat) => world.isIdle(chat))
    .map(({ name, owner }) => ({ chat: name, as: owner }));
  const fresh = nextName(world.chats, NAMES.chat);
  return fresh === undefined ? idle : [...idle, ...OWNERS.map((as) => ({ chat: fresh, as }))];
}
