import { isBefore } from '../../../judge/consistency/moments.ts';
import { anyModel } from '../../check-kit/catalog.ts';
import { observeChat } from '../../check-kit/chat-observer.ts';
import { findChat, isFullOfNewer, isSameUuid, listNewest, makeChat } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';

/** The longest name allowed when a chat is created. */
const LONG_NAME = `${'long '.repeat(39)}name.`;

/**
 * UUID versions for the ids of chats, with the channel that creates each chat. Any UUID is valid, but some parsers do not know versions
 * above 5.
 */
const UUID_VERSIONS = [
  ['blocking', '4'],
  ['streaming', '4'],
  ['blocking', '1'],
  ['streaming', '5'],
] as const;
/** The position of the version digit in a UUID (RFC 9562, section 4.2). */
const VERSION_AT = 14;

/** Changing and deleting chats, and the effects of turns on chats (sections 2.2 and 4.1). */
export const chatChangeChecks = [
  check({
    id: 'chats.update',
    requirements: [R['chats.update.exists'], R['chats.update.name'], R['chats.update.is-favorite']],
    async run(t) {
      const { path } = await makeChat(t, { name: 'Before' });
      const name = `Conformance ${t.freshId()}`;
      t.expect('chats.update.exists').succeeds(await t.main.patch(path, { name }));
      const renamed = t.requireSuccess(await t.main.get(path));
      t.expect('chats.update.name').equals(renamed, renamed.data.name, name, '/data/name');
      // The limit is only stated for creation. A change to a long name may be refused, but the name must not be cut.
      const long = await t.main.patch(path, { name: LONG_NAME });
      if (long.isSuccess) t.expect('chats.update.name').shows(long, 'name', LONG_NAME);

      const claim = t.expect('chats.update.is-favorite');
      for (const isFavorite of [true, false]) {
        t.requireSuccess(await t.main.patch(path, { is_favorite: isFavorite }));
        const read = t.requireSuccess(await t.main.get(path));
        claim.equals(read, read.data.is_favorite, isFavorite, '/data/is_favorite');
      }
    },
  }),

  check({
    id: 'chats.update.not-editable',
    requirements: [R['chats.update.model-not-editable'], R['chats.update.permission-mode-not-editable']],
    async run(t) {
      const { path } = await makeChat(t, { permission_mode: 'manual' });
      const before = t.requireSuccess(await t.main.get(path));
      const [model, mode] = [{ model_id: await anyModel(t) }, { permission_mode: 'auto' }];
      const editable = { name: 'Renamed', is_favorite: true };
      // The service may refuse or ignore these members, so each is also sent without the other.
      for (const members of [model, mode, { ...model, ...mode }])
        for (const others of [{}, editable]) {
          await t.main.patch(path, { ...members, ...others });
          const after = t.requireSuccess(await t.main.get(path));
          t.expect('chats.update.model-not-editable').shows(after, 'model_id', before.data.model_id);
          t.expect('chats.update.permission-mode-not-editable').shows(after, 'permission_mode', 'manual');
        }
    },
  }),

  check({
    id: 'chats.updated-at.last-activity',
    requirements: [R['chats.updated-at.last-activity']],
    async run(t) {
      const { id, path } = await makeChat(t);
      let { updated_at: earlier } = t.requireSuccess(await t.main.get(path)).data;
      // The contract does not say whether a change counts as activity, but the time of the last activity never goes back.
      const actions = [
        () => t.main.send(t.plain(), { chatId: id }),
        () => t.main.patch(path, { name: 'Afterwards' }),
        () => t.main.patch(path, { is_favorite: true }),
      ];
      for (const act of actions) {
        t.requireSuccess(await act());
        const after = t.requireSuccess(await t.main.get(path));
        t.expect('chats.updated-at.last-activity').isTrue(
          after,
          !isBefore(after.data.updated_at, earlier),
          `${earlier} or later`,
          after.data.updated_at,
          '/data/updated_at',
        );
        earlier = after.data.updated_at;
      }
    },
  }),

  check({
    id: 'chats.delete',
    requirements: [
      R['chats.delete.exists'],
      R['states.chat.active-or-deleted'],
      R['states.chat.deletion-removes'],
    ],
    arranges: ['deleted-chat'],
    async run(t) {
      const chat = await makeChat(t);
      const { path } = chat;
      t.expect('states.chat.active-or-deleted').succeeds(await t.main.get(path));
      t.expect('chats.delete.exists').succeeds(await t.main.delete(path));
      const gone = await t.main.get(path);
      t.expect('chats.delete.exists', 'states.chat.active-or-deleted').isNoSuccess(gone);
      const claim = t.expect('states.chat.deletion-removes');
      claim.failsWith(gone, 'not-found');
      await observeChat(t, chat, { isDeleted: true });
    },
  }),

  check({
    id: 'chats.implicit',
    requirements: [R['chats.implicit.created-by-send'], R['chats.list.exists']],
    async run(t) {
      const claim = t.expect('chats.implicit.created-by-send');
      for (const [channel, version] of UUID_VERSIONS) {
        const random = t.freshId();
        const chatId = `${random.slice(0, VERSION_AT)}${version}${random.slice(VERSION_AT + 1)}`;
        const sent = await t.attempt(channel, t.plain(), { chatId });
        claim.accepts(sent);
        if ('rest' in sent) await sent.rest();
        const read = await t.main.get(`/chats/${chatId}`);
        claim.succeeds(read);
        claim.isTrue(read, isSameUuid(read.data.id, chatId), `the chat ${chatId}`, read.data.id, '/data/id');
        const list = await listNewest(t);
        t.expect('chats.list.exists').isTrue(
          list,
          findChat(list, chatId) !== undefined || isFullOfNewer(list, read.data),
          `the chat ${chatId}`,
          `${list.items.length} others`,
          '/data',
        );
      }
    },
  }),
];
