import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { Actor } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { isBefore } from '../../../judge/consistency/moments.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { ANY_TEXT } from '../../check-kit/any-text.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { idsOf, LARGEST_SIZE, type ListOf, needsFor, ofSize } from '../../check-kit/pages.ts';
import { makeSkill } from '../../check-kit/skills.ts';

/** Roughly how many pages a list is split into, and how many are read at most. */
const PAGES = 7;
const MOST_PAGES = 12;
/** How often a list is read again while something about it is wrong. */
const ATTEMPTS = 4;

const NEWEST = R['chats.list.newest-first'];
/** How many items are made some time apart, so that an order by time shows on the later pages. */
const APART = 4;
/** The timestamps of two items differ even in whole seconds, in milliseconds of the service's time. */
const PAUSE = 1500;

/** The lists, and what to add to each: texts that are easily damaged, in case only a later page damages them. */
const LISTS: readonly (Required<ListOf> & { readonly order?: RequirementId })[] = [
  { name: 'chats', credential: 'main', path: '/chats', make: makeNamedChat, order: NEWEST },
  { name: 'chats.other-credential', credential: 'second', path: '/chats', make: makeNamedChat },
  {
    name: 'favorites',
    credential: 'main',
    path: '/chats?is_favorite=true',
    make: makeFavoriteBesideOther,
    order: NEWEST,
  },
  { name: 'others', credential: 'main', path: '/chats?is_favorite=false', make: makeFavoriteBesideOther },
  { name: 'skills', credential: 'main', path: '/skills', make: makeDescribedSkill },
];

/**
 * Lists with several pages, read from the first page to the last. Another client that adds or removes an item moves other items to
 * different pages. So only a fault that is the same in every attempt counts, and only if the list was the same before and after.
 */
export const walkedListChecks: readonly Check[] = LISTS.map(({ name, credential, path, make, order }) =>
  check({
    id: `lists.walk.${name}`,
    requirements: [
      R['lists.page.selects-slice'],
      R['lists.size.bounds-page'],
      R['lists.meta.total'],
      ...(order ? [order] : []),
    ],
    needs: needsFor(credential),
    isQuiet: true,
    ...(order && { waits: (APART - 1) * PAUSE }),
    async run(t) {
      const actor = t.as(credential);
      for (let made = 1; made <= PAGES; made += 1) {
        await make(t, actor);
        if (order && made < APART) await t.wait(PAUSE);
      }
      const walks: Walk[] = [];
      do walks.push(await walkList(t, actor, path));
      while (walks.length < ATTEMPTS && !isRight(walks.at(-1) as Walk));

      const isCertain = isRight(walks.at(-1) as Walk) || walks.every(({ isSteady }) => isSteady);
      t.skipIf(!isCertain, 'somebody else changes the list all the time');
      const last = walks.at(-1)?.pages.at(-1) as Answer;
      const expectNone = (
        requirement: RequirementId,
        wrong: readonly string[],
        right: string,
        pointer: string,
      ) => t.expect(requirement).isTrue(last, wrong.length === 0, right, wrong, pointer);
      const misplaced = inEach(walks.map((walk) => walk.misplaced));
      expectNone(
        'lists.page.selects-slice',
        misplaced,
        'each item of the largest pages on one smaller page',
        '/data',
      );
      const totals = inEach(walks.map((walk) => walk.totals));
      expectNone('lists.meta.total', totals, 'the same total on every page', '/meta/total');
      const early = inEach(walks.map((walk) => walk.early));
      if (order) expectNone(order, early, 'newer chats before older ones, over all pages', '/data');
    },
  }),
);

/** A list that was read in small pages, with a reading in the largest pages before and after. */
interface Walk {
  readonly pages: readonly Answer[];
  /** Whether both readings in the largest pages showed the same items. */
  readonly isSteady: boolean;
  /** Items that are on no page, on two pages, or only on a small page. */
  readonly misplaced: readonly string[];
  /** Items that stand before one that was created after their last activity. */
  readonly early: readonly string[];
  /** The totals of the pages, if they differ. */
  readonly totals: readonly string[];
}

/** @throws NothingToSee if the list has too many items to be read completely */
async function walkList(t: CheckContext, actor: Actor, path: string): Promise<Walk> {
  const whole = await readList(t, actor, path, LARGEST_SIZE);
  const listed = whole.flatMap(idsOf);
  t.skipIf(listed.length >= LARGEST_SIZE * MOST_PAGES, 'the list is too long');
  // Two items of a page can be in the wrong order.
  const size = Math.max(2, Math.ceil(listed.length / PAGES));
  const pages = await readList(t, actor, path, size);
  const again = await readList(t, actor, path, LARGEST_SIZE);
  for (const page of pages)
    t.expect('lists.size.bounds-page').isTrue(
      page,
      page.items.length <= size,
      `at most ${size} items`,
      page.items.length,
      '/data',
    );
  const all = [...whole, ...pages, ...again];
  return {
    pages,
    isSteady: isSameSet(listed, again.flatMap(idsOf)),
    misplaced: misplacedIn(pages.flatMap(idsOf), listed),
    early: earlyIn(pages.flatMap(({ items }) => items)),
    totals: new Set(all.map(({ meta }) => meta.total)).size === 1 ? [] : pages.map(describeTotal),
  };
}

/**
 * Reads a list to its last page. A page that is not full need not be the last one, since a service that hides inactive skills may have gaps
 * . A page beyond the end may be refused, empty, or the last page again.
 */
async function readList(
  t: CheckContext,
  actor: Actor,
  path: string,
  size: number,
): Promise<readonly Answer[]> {
  const pages: Answer[] = [];
  const known = new Set<unknown>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await actor.get(`${ofSize(path, size)}&page=${page}`);
    const isNew = answer.isSuccess && idsOf(answer).some((id) => !known.has(id));
    if (page > 1 && !isNew) break;
    pages.push(t.requireSuccess(answer));
    for (const id of idsOf(answer)) known.add(id);
  }
  return pages;
}

function isRight({ misplaced, early, totals }: Walk): boolean {
  return misplaced.length === 0 && early.length === 0 && totals.length === 0;
}

/** Newest by creation or by activity, a chat stands before another only if it may be newer. Only for chats is an order stated. */
function earlyIn(items: readonly JsonObject[]): string[] {
  return items.flatMap(({ id, updated_at }, at) =>
    items.slice(at + 1).some(({ created_at }) => isBefore(updated_at, created_at))
      ? [`${id} before a newer one`]
      : [],
  );
}

function misplacedIn(shown: readonly unknown[], listed: readonly unknown[]): string[] {
  const known = new Set(shown);
  const expected = new Set(listed);
  return [
    ...listed.filter((id) => !known.has(id)).map((id) => `${id} on no page`),
    ...shown.filter((id, index) => shown.indexOf(id) !== index).map((id) => `${id} on two pages`),
    ...shown.filter((id) => !expected.has(id)).map((id) => `${id} on a small page only`),
  ];
}

function describeTotal({ meta }: Answer, index: number): string {
  return `${meta.total} on page ${index + 1}`;
}

function isSameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const known = new Set(one);
  return one.length === other.length && other.every((id) => known.has(id));
}

/** The items that all of the lists contain. */
function inEach([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return first.filter((item) => others.every((other) => other.includes(item)));
}

async function makeNamedChat(t: CheckContext, actor: Actor): Promise<void> {
  await makeChat(t, { name: ANY_TEXT }, actor);
}

/** Pages of a filtered list differ from those of the whole list only if favorites and other chats alternate. */
async function makeFavoriteBesideOther(t: CheckContext, actor: Actor): Promise<void> {
  const { path } = await makeChat(t, { name: ANY_TEXT }, actor);
  t.requireSuccess(await actor.patch(path, { is_favorite: true }));
  await makeNamedChat(t, actor);
}

async function makeDescribedSkill(t: CheckContext, actor: Actor): Promise<void> {
  await makeSkill(
    t,
    {
      // A service may require unique names.
      name: `${ANY_TEXT} ${t.freshId()}`,
      description: ANY_TEXT,
      instructions: ANY_TEXT.repeat(100),
      icon: 'Paper-Boat',
    },
    actor,
  );
}
