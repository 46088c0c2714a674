import { findChat, makeChat } from '../check-kit/chats.ts';
import { type Check, check } from '../check-kit/check.ts';
import type { Claim } from '../check-kit/claim.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { makeSkill } from '../check-kit/skills.ts';
import type { Actor } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';

/**
 * Lists that a service may keep. They are asked for right before and right after something that changes them, and nobody else asks the
 * service for anything meanwhile: a request of another check could make it forget what it kept.
 */
export const quietListChecks: readonly Check[] = [
  check({
    id: 'lists.in-quiet.after-change',
    requirements: [
      // With `is_favorite` true the list has only favorite chats, and with false it has none.
      'chats.list.favorite-filter',
      // The chats of a credential are listed at GET `/chats`.
      'chats.list.exists',
      // When the name of a chat is changed, the chat keeps the new name.
      'chats.update.name',
      // A deleted chat gets 404 by its id and is missing from the chat list.
      'states.chat.deletion-removes',
    ],
    isQuiet: true,
    async run(t) {
      await listAll(t);
      const { id, path } = await makeChat(t, { name: 'Before' });
      expectShown(t.expect('chats.list.exists'), (await listAll(t)).all, id, true);
      t.given(await t.main.patch(path, { name: 'Afterwards' }));
      const renamed = (await listAll(t)).all;
      t.expect('chats.update.name').equals(renamed, findChat(renamed, id)?.name, 'Afterwards', '/data');
      t.given(await t.main.patch(path, { is_favorite: true }));
      const marked = await listAll(t);
      expectShown(t.expect('chats.list.favorite-filter'), marked.favorites, id, true);
      expectShown(t.expect('chats.list.favorite-filter'), marked.others, id, false);
      t.given(await t.main.delete(path));
      for (const list of Object.values(await listAll(t)))
        expectShown(t.expect('states.chat.deletion-removes'), list, id, false);
    },
  }),

  check({
    id: 'lists.in-quiet.two-credentials',
    // A chat that another credential of the same user created is not in this credential's chat list.
    requirements: ['chats.namespace.other-credentials-hidden'],
    needs: ['credential:second'],
    isQuiet: true,
    async run(t) {
      const second = t.as('second');
      const own = await makeChat(t);
      const other = await makeChat(t, {}, second);
      const ofMain = await listAll(t);
      const ofSecond = await listAll(t, second);
      const claim = t.expect('chats.namespace.other-credentials-hidden');
      expectShown(claim, ofSecond.all, own.id, false);
      expectShown(claim, ofMain.all, other.id, false);
      expectShown(claim, (await listAll(t)).all, other.id, false);
    },
  }),

  check({
    id: 'lists.in-quiet.two-users',
    // A credential sees no skill other than its own, the company's, and those shared with its user.
    requirements: ['skills.visible.no-others'],
    needs: ['credential:other_user'],
    isQuiet: true,
    async run(t) {
      const { id } = await makeSkill(t, { visibility: 'private' });
      t.given(await t.main.get('/skills'));
      const list = t.given(await t.as('other_user').get('/skills'));
      const found = list.items.find((skill) => skill.id === id);
      t.expect('skills.visible.no-others').holds(list, !found, `no skill ${id} in the list`, found, '/data');
    },
  }),
];

/** The first page of each list of chats, as a client that knows no size asks for it. */
async function listAll(t: CheckContext, actor: Actor = t.main) {
  return {
    all: t.given(await actor.get('/chats')),
    favorites: t.given(await actor.get('/chats?is_favorite=true')),
    others: t.given(await actor.get('/chats?is_favorite=false')),
  };
}

/** Claims that a list shows a chat, or does not. */
function expectShown(claim: Claim, list: Answer, id: string, isShown: boolean): void {
  const found = findChat(list, id);
  const expected = isShown ? `the chat ${id}` : `no chat ${id}`;
  claim.holds(list, (found !== undefined) === isShown, expected, found ?? 'others', '/data');
}
