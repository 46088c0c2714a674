import { anyModel } from '../../check-kit/catalog.ts';
import { isSameUuid, makeChat } from '../../check-kit/chats.ts';
import { check } from '../../check-kit/check.ts';
import type { Answer } from '../../drive/answer.ts';
import { isObject } from '../../judge/json.ts';

/** Changing and deleting chats, and what turns do to them (sections 2.2 and 4.1). */
export const chatChangeChecks = [
  check({
    id: 'chats.update',
    requirements: ['chats.update.exists', 'chats.update.name', 'chats.update.is-favorite'],
    async run(t) {
      const { path } = await makeChat(t, { name: 'Before' });
      const name = `Conformance ${t.freshId()}`;
      t.expect('chats.update.exists').succeeds(await t.main.patch(path, { name }));
      const renamed = t.given(await t.main.get(path));
      t.expect('chats.update.name').equals(renamed, renamed.data.name, name, '/data/name');

      const row = t.expect('chats.update.is-favorite');
      for (const isFavorite of [true, false]) {
        t.given(await t.main.patch(path, { is_favorite: isFavorite }));
        const read = t.given(await t.main.get(path));
        row.equals(read, read.data.is_favorite, isFavorite, '/data/is_favorite');
      }
    },
  }),

  check({
    id: 'chats.update.not-editable',
    requirements: ['chats.update.model-not-editable', 'chats.update.permission-mode-not-editable'],
    async run(t) {
      const { path } = await makeChat(t, { permission_mode: 'manual' });
      const before = t.given(await t.main.get(path));
      const model = await anyModel(t);
      // Refused or taken without effect: both are faithful, and so are the two members apart.
      await t.main.patch(path, { model_id: model });
      await t.main.patch(path, { permission_mode: 'auto' });
      const after = t.given(await t.main.get(path));

      t.expect('chats.update.model-not-editable').equals(
        after,
        after.data.model_id,
        before.data.model_id,
        '/data/model_id',
      );
      t.expect('chats.update.permission-mode-not-editable').equals(
        after,
        after.data.permission_mode,
        'manual',
        '/data/permission_mode',
      );
    },
  }),

  check({
    id: 'chats.updated-at.last-activity',
    requirements: ['chats.updated-at.last-activity'],
    async run(t) {
      const { id, path } = await makeChat(t);
      const before = t.given(await t.main.get(path));
      t.given(await t.main.send(t.plain(), { chatId: id }));
      const after = t.given(await t.main.get(path));
      const [earlier, later] = [momentOf(before), momentOf(after)];
      t.assume(!Number.isNaN(earlier + later), 'updated_at cannot be read');

      t.expect('chats.updated-at.last-activity').holds(
        after,
        later >= earlier,
        `${before.data.updated_at} or later`,
        after.data.updated_at,
        '/data/updated_at',
      );
    },
  }),

  check({
    id: 'chats.delete',
    requirements: ['chats.delete.exists'],
    async run(t) {
      const { path } = await makeChat(t);
      const row = t.expect('chats.delete.exists');
      row.succeeds(await t.main.delete(path));
      row.isNoSuccess(await t.main.get(path));
    },
  }),

  check({
    id: 'chats.implicit',
    requirements: ['chats.implicit.created-by-send'],
    async run(t) {
      const row = t.expect('chats.implicit.created-by-send');
      for (const channel of ['blocking', 'streaming'] as const) {
        const chatId = t.freshId();
        const sent = await t.attempt(channel, t.plain(), { chatId });
        row.accepts(sent);
        if ('rest' in sent) await sent.rest();
        const read = await t.main.get(`/chats/${chatId}`);
        row.succeeds(read);
        row.holds(read, isSameUuid(read.data.id, chatId), `the chat ${chatId}`, read.data.id, '/data/id');
      }
    },
  }),

  check({
    id: 'chats.model-id.default-of-turns',
    requirements: ['chats.model-id.default-of-turns'],
    needs: ['resource:two_models'],
    async run(t) {
      const [one, other] = t.resources('two_models');
      const modelOf = async (chat: object, turn: object): Promise<Answer> => {
        const { id } = await makeChat(t, { ...chat });
        const answer = t.given(await t.main.send(t.plain({ ...turn }), { chatId: id }));
        t.assume(isObject(answer.data.usage), 'a turn without usage does not tell its model');
        return answer;
      };
      const told = ({ data }: Answer) => (isObject(data.usage) ? data.usage.model : undefined);
      const named = [await modelOf({}, { model_id: one }), await modelOf({}, { model_id: other })] as const;
      // No name is expected of either; it is enough that the two differ.
      t.assume(told(named[0]) !== told(named[1]), 'usage.model does not tell the two models apart');
      const first = await modelOf({ model_id: one }, {});
      const second = await modelOf({ model_id: other }, {});

      t.expect('chats.model-id.default-of-turns').holds(
        second,
        told(first) !== told(second),
        'another model than in a chat with the other one',
        told(second),
        '/data/usage/model',
      );
    },
  }),
];

function momentOf({ data }: Answer): number {
  return Date.parse(String(data.updated_at));
}
