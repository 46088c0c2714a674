import { makeChat } from '../check-kit/chats.ts';
import { check } from '../check-kit/check.ts';
import type { CheckContext } from '../check-kit/context.ts';
import type { Answer } from '../drive/answer.ts';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;

/**
 * Pages (section 2.1). Their content is checked on the turns of one chat, since other checks change all other lists
 * meanwhile.
 */
export const listChecks = [
  check({
    id: 'lists.page',
    requirements: [
      // The query parameter `page` selects which part of a list is returned.
      'lists.page.selects-slice',
      // Page 1 holds the first items of a list.
      'lists.page.starts-at-one',
      // A list without `page` in the request returns its first page and says so in `meta.page`.
      'lists.page.default-one',
      // The query parameter `size` limits how many items a page holds, and `meta.size` repeats it.
      'lists.size.bounds-page',
      // A size of 200 is accepted, and no page holds more than 200 items whatever was asked.
      'lists.size.at-most-200',
    ],
    needs: ['resource:several_items'],
    async run(t) {
      const path = await makeThreeTurns(t);
      const first = t.given(await t.main.get(`${path}?page=1&size=2`));
      const unnamed = t.given(await t.main.get(`${path}?size=2`));
      const second = t.given(await t.main.get(`${path}?page=2&size=2`));

      const bound = t.expect('lists.size.bounds-page');
      bound.holds(first, first.items.length <= 2, 'at most 2 items', first.items.length, '/data');
      bound.equals(first, first.meta.size, 2, '/meta/size');
      // Page 1 is full, whichever end of the history it shows.
      t.expect('lists.page.starts-at-one').equals(first, first.items.length, 2, '/data');
      const shown = [...idsOf(first), ...idsOf(second)];
      t.expect('lists.page.selects-slice').holds(
        second,
        shown.length === 3 && new Set(shown).size === 3,
        'each of the three turns once on two pages of size 2',
        shown,
        '/data',
      );
      t.expect('lists.page.default-one').equals(unnamed, idsOf(unnamed), idsOf(first), '/data');
      t.expect('lists.page.default-one').equals(unnamed, unnamed.meta.page, 1, '/meta/page');
      t.expect('lists.size.at-most-200').succeeds(await t.main.get(`${path}?size=${LARGEST_SIZE}`));
    },
  }),

  check({
    id: 'lists.size',
    requirements: [
      // A list without `size` in the request has a size of 50 and no more items than that.
      'lists.size.default-fifty',
      // A size of 200 is accepted, and no page holds more than 200 items whatever was asked.
      'lists.size.at-most-200',
    ],
    async run(t) {
      // More chats than the default size, since every reading of meta.size gives the same value on a full page.
      for (let made = 0; made <= DEFAULT_SIZE; made += 1) await makeChat(t);
      const unnamed = t.given(await t.main.get('/chats'));
      const largest = await t.main.get(`/chats?size=${LARGEST_SIZE}`);
      const larger = await t.main.get(`/chats?size=${LARGEST_SIZE + 1}`);

      const standard = t.expect('lists.size.default-fifty');
      standard.equals(unnamed, unnamed.items.length, DEFAULT_SIZE, '/data');
      standard.equals(unnamed, unnamed.meta.size, DEFAULT_SIZE, '/meta/size');
      const most = t.expect('lists.size.at-most-200');
      most.succeeds(largest);
      most.holds(
        largest,
        largest.items.length > DEFAULT_SIZE && largest.items.length <= LARGEST_SIZE,
        `more than ${DEFAULT_SIZE} and at most ${LARGEST_SIZE} items`,
        largest.items.length,
        '/data',
      );
      // The service may refuse the size or cap it.
      most.holds(
        larger,
        !larger.isSuccess || larger.items.length <= LARGEST_SIZE,
        `a refusal, or at most ${LARGEST_SIZE} items`,
        larger.items.length,
        '/data',
      );
    },
  }),

  ...['/chats', '/skills'].map((path) =>
    check({
      id: `lists.standard-page.${path.slice(1)}`,
      requirements: [
        // A list without `page` in the request returns its first page and says so in `meta.page`.
        'lists.page.default-one',
        // A list without `size` in the request has a size of 50 and no more items than that.
        'lists.size.default-fifty',
        // A size of 200 is accepted, and no page holds more than 200 items whatever was asked.
        'lists.size.at-most-200',
      ],
      async run(t) {
        const unnamed = t.given(await t.main.get(path));
        t.expect('lists.page.default-one').equals(unnamed, unnamed.meta.page, 1, '/meta/page');
        t.expect('lists.size.default-fifty').holds(
          unnamed,
          unnamed.items.length <= DEFAULT_SIZE,
          `at most ${DEFAULT_SIZE} items`,
          unnamed.items.length,
          '/data',
        );
        t.expect('lists.size.at-most-200').succeeds(await t.main.get(`${path}?size=${LARGEST_SIZE}`));
      },
    }),
  ),
];

/** Creates a chat with three turns. @returns the path of its listing */
async function makeThreeTurns(t: CheckContext): Promise<string> {
  const chatId = t.freshId();
  for (let turn = 1; turn <= 3; turn += 1) t.given(await t.main.send(t.plain(), { chatId }));
  return `/chats/${chatId}/messages`;
}

function idsOf({ items }: Answer): unknown[] {
  return items.map(({ id }) => id);
}
