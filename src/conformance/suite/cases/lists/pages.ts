import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Answer } from '../../../drive/answer.ts';
import { idsListed } from '../../check-kit/catalog.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { DEFAULT_SIZE, idsOf, isSamePage, LARGEST_SIZE, readPages } from '../../check-kit/pages.ts';
import { makeSkill } from '../../check-kit/skills.ts';

/** Sizes that split a list into a few pages, and into many. */
const SMALL_SIZES = [20, 7, 3];

/** Pages (section 2.1). Their content is checked on the turns of one chat, because other checks change all other lists in parallel. */
export const listChecks = [
  check({
    id: 'lists.size.skills',
    requirements: [R['lists.size.default-fifty'], R['skills.visible.own']],
    isQuiet: true,
    async run(t) {
      const made: JsonInteger[] = [];
      for (let count = 0; count <= DEFAULT_SIZE; count += 1) made.push((await makeSkill(t)).id);
      const unnamed = t.requireSuccess(await t.main.get('/skills'));
      const named = t.requireSuccess(await t.main.get(`/skills?size=${DEFAULT_SIZE}`));
      t.skipIf(
        !isSamePage(unnamed, t.requireSuccess(await t.main.get('/skills'))),
        'somebody else changes the list',
      );
      // If a service hides inactive skills, a page may have fewer items than its size.
      t.expect('lists.size.default-fifty').equals(unnamed, idsOf(unnamed), idsOf(named), '/data');
      // The catalog has no pages, so it lists every skill, unless new skills are inactive.
      const catalog = t.requireSuccess(await t.main.get('/chat/catalog'));
      const listed = idsListed(catalog, 'skills');
      const missing = made.filter((id) => !listed.includes(id));
      t.expect('skills.visible.own').isTrue(
        catalog,
        missing.length === 0 || missing.length === made.length,
        'each of the new skills, or none of them',
        `${missing.length} of ${made.length} are missing`,
        '/data/skills',
      );
    },
  }),

  check({
    id: 'lists.size.turns',
    requirements: [R['lists.size.default-fifty'], R['lists.page.selects-slice'], R['lists.size.at-most-200']],
    async run(t) {
      const chatId = t.freshId();
      for (let sent = 0; sent <= DEFAULT_SIZE; sent += 1)
        t.requireSuccess(await t.main.send(t.plain(), { chatId }));
      const path = `/chats/${chatId}/messages`;
      const pages = [
        t.requireSuccess(await t.main.get(path)),
        t.requireSuccess(await t.main.get(`${path}?page=2`)),
      ] as const;
      t.expect('lists.size.default-fifty').equals(pages[0], pages[0].items.length, DEFAULT_SIZE, '/data');
      const ids = new Set(pages.flatMap(idsOf));
      t.expect('lists.page.selects-slice').equals(pages[1], ids.size, DEFAULT_SIZE + 1, '/data');
      const whole = t.requireSuccess(await t.main.get(`${path}?size=${LARGEST_SIZE}`));
      t.expect('lists.size.at-most-200').equals(whole, whole.items.length, DEFAULT_SIZE + 1, '/data');
      for (const size of SMALL_SIZES) {
        const read = (page: number) => t.main.get(`${path}?page=${page}&size=${size}`);
        const parts = await readPages(read, size, DEFAULT_SIZE);
        const shown = parts.flatMap(idsOf);
        t.expect('lists.page.selects-slice').isTrue(
          parts.at(-1) as Answer,
          shown.length === ids.size && new Set(shown).size === ids.size,
          `each of ${ids.size} turns once on the pages of size ${size}`,
          parts.map(idsOf),
          '/data',
        );
      }
    },
  }),

  ...[
    { path: '/chats', make: (t: CheckContext) => makeChat(t) },
    { path: '/skills', make: (t: CheckContext) => makeSkill(t) },
  ].map(({ path, make }) =>
    check({
      id: `lists.standard-page.${path.slice(1)}`,
      requirements: [
        R['lists.page.default-one'],
        R['lists.size.default-fifty'],
        R['lists.size.at-most-200'],
        R['lists.page.selects-slice'],
      ],
      async run(t) {
        await make(t);
        const unnamed = t.requireSuccess(await t.main.get(path));
        t.expect('lists.page.default-one').equals(unnamed, unnamed.meta.page, 1, '/meta/page');
        expectDefaultSize(t, unnamed);
        t.expect('lists.size.at-most-200').succeeds(await t.main.get(`${path}?size=${LARGEST_SIZE}`));
        const second = await t.main.get(`${path}?page=2`);
        // The contract does not say how a service answers a request for a page beyond the end.
        if (second.isSuccess && Number(second.meta.total) > DEFAULT_SIZE)
          t.expect('lists.page.selects-slice').equals(second, second.meta.page, 2, '/meta/page');
      },
    }),
  ),
];

/** Claims that a page requested without a size has at most the default number of items. */
function expectDefaultSize(t: CheckContext, page: Answer): void {
  const count = page.items.length;
  t.expect('lists.size.default-fifty').isTrue(
    page,
    count <= DEFAULT_SIZE,
    `at most ${DEFAULT_SIZE} items`,
    count,
    '/data',
  );
}
