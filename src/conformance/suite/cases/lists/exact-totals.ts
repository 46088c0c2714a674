import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Actor } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { isSameMoment } from '../../../judge/consistency/moments.ts';
import { isSameJson, type JsonObject } from '../../../judge/json.ts';
import { findChat, makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { Claim } from '../../check-kit/claim.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { DEFAULT_SIZE, idsOf, isSamePage, type ListOf, needsFor, ofSize } from '../../check-kit/pages.ts';
import { makeSkill, skillPages } from '../../check-kit/skills.ts';
import { completedTurn } from '../../check-kit/turns.ts';

/** How many pages of one item are read. */
const PAGES = 3;
/** How often the pages are read again while the list keeps changing. */
const ATTEMPTS = 4;

/** Lists of each credential that may have its own list, and how to fill lists that start empty. */
const PAGED: readonly ListOf[] = [
  { name: 'chats', credential: 'main', path: '/chats', make: makeTwoChats },
  { name: 'chats.other-credential', credential: 'second', path: '/chats', make: makeTwoChats },
  { name: 'other-chats', credential: 'main', path: '/chats?is_favorite=false', make: makeTwoChats },
  { name: 'skills', credential: 'main', path: '/skills', make: makeTwoSkills },
  { name: 'skills.allowlist', credential: 'allowlist_skills', path: '/skills' },
  { name: 'skills.other-user', credential: 'other_user', path: '/skills' },
];

/**
 * Tests lists that a service may cache. The check requests them right before and right after a change. No other check sends requests
 * meanwhile, because a request could clear the cache.
 */
export const exactTotalChecks: readonly Check[] = [
  check({
    id: 'lists.in-quiet.after-change',
    requirements: [
      R['chats.list.favorite-filter'],
      R['chats.list.exists'],
      R['chats.update.name'],
      R['states.chat.deletion-removes'],
    ],
    isQuiet: true,
    async run(t) {
      await listAll(t);
      const { id, path } = await makeChat(t, { name: 'Before' });
      expectShown(t.expect('chats.list.exists'), (await listAll(t)).all, id, true);
      t.requireSuccess(await t.main.patch(path, { name: 'Afterwards' }));
      const renamed = (await listAll(t)).all;
      t.expect('chats.update.name').equals(renamed, findChat(renamed, id)?.name, 'Afterwards', '/data');
      t.requireSuccess(await t.main.patch(path, { is_favorite: true }));
      const marked = await listAll(t);
      expectShown(t.expect('chats.list.favorite-filter'), marked.favorites, id, true);
      expectShown(t.expect('chats.list.favorite-filter'), marked.others, id, false);
      t.requireSuccess(await t.main.delete(path));
      for (const list of Object.values(await listAll(t)))
        expectShown(t.expect('states.chat.deletion-removes'), list, id, false);
    },
  }),

  ...CHANNELS.map((channel) =>
    check({
      id: `lists.in-quiet.after-send.${channel}`,
      requirements: [
        R['chats.implicit.created-by-send'],
        R['chats.list.exists'],
        R['turns.listing.exists'],
        R['chats.updated-at.last-activity'],
      ],
      isQuiet: true,
      async run(t) {
        const chatId = t.freshId();
        await listAll(t);
        await completedTurn(t, await t.attempt(channel, t.plain({ permission_mode: 'auto' }), { chatId }));
        const lists = await listAll(t);
        const claim = t.expect('chats.implicit.created-by-send', 'chats.list.exists');
        expectShown(claim, lists.all, chatId, true);
        expectShown(claim, lists.others, chatId, true);
        const before = t.requireSuccess(await t.main.history(chatId)).items.length;
        await completedTurn(t, await t.attempt(channel, t.plain({ permission_mode: 'auto' }), { chatId }));
        const after = t.requireSuccess(await t.main.history(chatId));
        t.expect('turns.listing.exists').equals(after, after.items.length, before + 1, '/data');
        const chat = () => t.main.get(`/chats/${chatId}`);
        const read = t.requireSuccess(await chat());
        const shown = (await listAll(t)).all;
        // A service may give the chat a title some time after its turn.
        if (t.requireSuccess(await chat()).data.updated_at === read.data.updated_at)
          expectSameMoment(t, shown, findChat(shown, chatId)?.updated_at, read.data.updated_at);
      },
    }),
  ),

  check({
    id: 'lists.in-quiet.skills-after-change',
    requirements: [
      R['skills.visible.own'],
      R['skills.update.name'],
      R['skills.delete.no-longer-served'],
      R['lists.meta.total'],
    ],
    isQuiet: true,
    async run(t) {
      await listSkills(t);
      const { id, path } = await makeSkill(t);
      const made = await listSkills(t);
      const found = skillIn(made, id);
      t.expect('skills.visible.own').isTrue(
        made.page,
        !!found,
        `the skill ${id}`,
        found ?? 'others',
        '/data',
      );
      const name = `Conformance ${t.freshId()}`;
      t.requireSuccess(await t.main.patch(path, { name }));
      const renamed = await listSkills(t);
      t.expect('skills.update.name').equals(renamed.page, skillIn(renamed, id)?.name, name, '/data');
      t.requireSuccess(await t.main.delete(path));
      const left = await listSkills(t);
      const kept = skillIn(left, id);
      t.expect('skills.delete.no-longer-served').isTrue(left.page, !kept, `no skill ${id}`, kept, '/data');
      const others = idsOf(renamed).filter((each) => each !== id);
      t.skipIf(!isSameJson(idsOf(left), others), 'somebody else changes the skills');
      const total = Number(renamed.page.meta.total) - 1;
      t.expect('lists.meta.total').equals(left.page, left.page.meta.total, total, '/meta/total');
    },
  }),

  ...PAGED.map(({ name, credential, path, make }) =>
    check({
      id: `lists.in-quiet.pages.${name}`,
      requirements: [R['lists.page.selects-slice'], R['lists.size.bounds-page']],
      needs: needsFor(credential),
      isQuiet: true,
      async run(t) {
        const actor = t.as(credential);
        await make?.(t, actor);
        for (let attempt = 1; ; attempt += 1) {
          const whole = t.requireSuccess(await actor.get(path));
          const pages: Answer[] = [];
          const query = ofSize(path, 1);
          for (let page = 1; page <= Math.min(PAGES, whole.items.length); page += 1)
            pages.push(t.requireSuccess(await actor.get(page === 1 ? query : `${query}&page=${page}`)));
          const isSame = isSamePage(whole, t.requireSuccess(await actor.get(path)));
          if (!isSame && attempt < ATTEMPTS) continue;
          t.skipIf(!isSame, 'somebody else changes the list all the time');
          t.skipIf(pages.length < 2, 'the list has no second page');
          // If a service hides inactive skills, its pages may have gaps, and the total may count them.
          const hasGaps = path.startsWith('/skills') && Number(whole.meta.total) > whole.items.length;
          expectPages(t, pages, hasGaps ? 0 : pages.length);
          // A list that fits on a page of the default size is shown completely.
          if (whole.items.length < DEFAULT_SIZE)
            for (const page of [...pages, await actor.get(`${query}&page=${whole.items.length + 1}`)])
              expectPart(t, page, whole);
          return;
        }
      },
    }),
  ),

  check({
    id: 'lists.in-quiet.two-credentials',
    requirements: [R['chats.namespace.other-credentials-hidden']],
    needs: ['credential:second'],
    isQuiet: true,
    async run(t) {
      const credentials = [t.main, t.as('second')];
      // Each credential asks first once, with a favorite chat and another one that only it sees.
      for (const [own, other] of [credentials, credentials.toReversed()] as [Actor, Actor][]) {
        const favorite = await makeChat(t, {}, own);
        const chats = [favorite, await makeChat(t, {}, own)];
        t.requireSuccess(await own.patch(favorite.path, { is_favorite: true }));
        await listAll(t, own);
        for (const list of Object.values(await listAll(t, other)))
          for (const { id } of chats)
            expectShown(t.expect('chats.namespace.other-credentials-hidden'), list, id, false);
        for (let page = 1; page <= chats.length; page += 1) {
          const path = `/chats?size=1&page=${page}`;
          const shown = t.requireSuccess(await own.get(path));
          // The other credential may not have such a page.
          const list = await other.get(path);
          for (const id of idsOf(shown).map(String))
            expectShown(t.expect('chats.namespace.other-credentials-hidden'), list, id, false);
        }
      }
    },
  }),

  check({
    id: 'lists.in-quiet.two-users',
    requirements: [R['skills.visible.no-others']],
    needs: ['credential:other_user'],
    isQuiet: true,
    async run(t) {
      const { id } = await makeSkill(t, { visibility: 'private' });
      t.requireSuccess(await t.main.get('/skills'));
      const list = t.requireSuccess(await t.as('other_user').get('/skills'));
      const found = list.items.find((skill) => skill.id === id);
      t.expect('skills.visible.no-others').isTrue(list, !found, `no skill ${id} in the list`, found, '/data');
    },
  }),
];

async function makeTwoChats(t: CheckContext, actor: Actor): Promise<void> {
  for (let made = 1; made <= 2; made += 1) await makeChat(t, {}, actor);
}

async function makeTwoSkills(t: CheckContext, actor: Actor): Promise<void> {
  for (let made = 1; made <= 2; made += 1) await makeSkill(t, {}, actor);
}

/** Claims that pages of size 1 have one item each, at least so many in all, and that no item is on two pages. */
function expectPages(t: CheckContext, pages: readonly Answer[], least: number): void {
  for (const page of pages)
    t.expect('lists.size.bounds-page').isTrue(
      page,
      page.items.length <= 1,
      'at most 1 item',
      page.items.length,
      '/data',
    );
  const ids = pages.flatMap(idsOf);
  t.expect('lists.page.selects-slice').isTrue(
    pages.at(-1) as Answer,
    ids.length >= least && new Set(ids).size === ids.length,
    `${pages.length} items, each on a page of its own`,
    ids,
    '/data',
  );
}

/** Claims that a list shows the same last activity of a chat as the chat itself. Each endpoint may round it differently. */
function expectSameMoment(t: CheckContext, list: Answer, listed: unknown, read: unknown): void {
  t.expect('chats.updated-at.last-activity').isTrue(
    list,
    isSameMoment(listed, read),
    `${read}, as the chat shows it`,
    listed,
    '/data',
  );
}

/** Claims that a page has only items of the list. The contract does not say what a page beyond the end shows. */
function expectPart(t: CheckContext, page: Answer, whole: Answer): void {
  const known = idsOf(whole);
  const others = idsOf(page).filter((id) => !known.includes(id));
  t.expect('lists.page.selects-slice').isTrue(
    page,
    others.length === 0,
    'items of the list, which another page showed as a whole',
    others,
    '/data',
  );
}

/** All skills, with the last page that shows some. Other checks make more of them than a page holds. */
interface ListedSkills {
  readonly page: Answer;
  readonly items: readonly JsonObject[];
}

async function listSkills(t: CheckContext): Promise<ListedSkills> {
  const pages: Answer[] = [];
  for await (const page of skillPages(t)) pages.push(page);
  return { page: pages.at(-1) as Answer, items: pages.flatMap(({ items }) => items) };
}

function skillIn({ items }: ListedSkills, id: JsonInteger): JsonObject | undefined {
  return items.find((skill) => skill.id === id);
}

/** The first page of each list of chats, requested without a size. */
async function listAll(t: CheckContext, actor: Actor = t.main) {
  return {
    all: t.requireSuccess(await actor.get('/chats')),
    favorites: t.requireSuccess(await actor.get('/chats?is_favorite=true')),
    others: t.requireSuccess(await actor.get('/chats?is_favorite=false')),
  };
}

/** Claims that a list shows a chat, or that it does not. */
function expectShown(claim: Claim, list: Answer, id: string, isShown: boolean): void {
  const found = findChat(list, id);
  const expected = isShown ? `the chat ${id}` : `no chat ${id}`;
  claim.isTrue(list, (found !== undefined) === isShown, expected, found ?? 'others', '/data');
}
