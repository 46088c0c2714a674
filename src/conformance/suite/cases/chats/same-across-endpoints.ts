import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { ANY_TEXT } from '../../check-kit/any-text.ts';
import { anyModel } from '../../check-kit/catalog.ts';
import { findChat, listNewest, type MadeChat, makeChat } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';
import { combinationsOf } from '../../check-kit/combinations.ts';
import type { CheckContext } from '../../check-kit/context.ts';

/** Changes to a chat, in order. */
const CHANGES: readonly JsonObject[] = [
  { name: ANY_TEXT },
  { is_favorite: true },
  // Setting a value that the chat already has must keep it.
  { is_favorite: true },
  { name: 'Once More, with Éclairs', is_favorite: false },
  { is_favorite: false },
  { is_favorite: true },
];

/** A change to the chat after it has a turn. */
const LATER_CHANGE: JsonObject = { name: 'Über die Größe, PART three 日本' };

/** Two chats at every endpoint that shows chats, while one of them changes. The judge compares all members across all endpoints. */
export const chatEndpointChecks = [
  check({
    id: 'chats.everywhere',
    requirements: [R['chats.answer.chat'], R['chats.list.items'], R['chats.list.favorite-filter']],
    async run(t) {
      const model = await anyModel(t);
      const still = await makeChat(t, { name: 'The OTHER chat', permission_mode: 'manual' });
      const moving = await makeChat(t, {
        name: 'Größe und Maß, Mixed Case',
        permission_mode: 'auto',
        model_id: model,
      });
      let expected: JsonObject = {
        name: 'Größe und Maß, Mixed Case',
        permission_mode: 'auto',
        model_id: model,
      };
      const change = async (members: JsonObject) => {
        expected = { ...expected, ...members };
        const answer = t.requireSuccess(await t.main.patch(moving.path, members));
        for (const [name, value] of Object.entries(expected))
          t.expect('chats.answer.chat').shows(answer, name, value);
        await compare(t, moving, expected);
      };
      await compare(t, moving, expected);
      await makeOthers(t, model);
      for (const members of CHANGES) await change(members);
      t.requireSuccess(await t.main.send(t.plain(), { chatId: moving.id }));
      await compare(t, moving, expected);
      await change(LATER_CHANGE);
      // The judge compares it with its state before the other chat changed.
      t.requireSuccess(await t.main.get(still.path));
    },
  }),
];

/** Creates chats with different combinations of the optional members. */
async function makeOthers(t: CheckContext, model_id: JsonInteger): Promise<void> {
  for (const members of combinationsOf({ name: ANY_TEXT, permission_mode: 'auto', model_id })) {
    const made = await t.main.post('/chats', members);
    // A service may refuse a chat without a name.
    if (!made.isSuccess && !('name' in members)) continue;
    const read = await t.main.get(`/chats/${t.requireSuccess(made).data.id}`);
    for (const [name, value] of Object.entries(members)) {
      t.expect('chats.answer.chat').shows(made, name, value);
      t.expect('chats.answer.chat').shows(read, name, value);
    }
  }
}

async function compare(t: CheckContext, { id, path }: MadeChat, expected: JsonObject): Promise<void> {
  const read = t.requireSuccess(await t.main.get(path));
  for (const [name, value] of Object.entries(expected))
    t.expect('chats.answer.chat').shows(read, name, value);
  await compareListed(t, id, expected);
  for (const query of ['true', 'false']) {
    const isListed = expected.is_favorite === undefined ? undefined : String(expected.is_favorite) === query;
    const list = await listNewest(t, { is_favorite: query });
    const isFull = list.items.length === Number(list.meta.size);
    if (isListed === undefined || isFull) continue;
    t.expect('chats.list.favorite-filter').equals(list, findChat(list, id) !== undefined, isListed, '/data');
  }
}

async function compareListed(t: CheckContext, id: string, expected: JsonObject): Promise<void> {
  const list = await listNewest(t);
  const listed = findChat(list, id);
  // Other clients may have created many chats in the meantime.
  if (!listed) return;
  for (const [name, value] of Object.entries(expected))
    t.expect('chats.list.items').equals(list, listed[name], value, '/data');
}
