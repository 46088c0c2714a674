import type { OperationId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import type { Answer } from '../../drive/answer.ts';
import { findChat, makeChat } from '../check-kit/chats.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { DEFAULT_SIZE, idsOf, LARGEST_SIZE, readPages } from '../check-kit/pages.ts';
import { makeSkill } from '../check-kit/skills.ts';
import type { MemberValue, ValueKind } from './member-value.ts';
import { nameOf, type Request, sendRequest } from './request.ts';
import type { Arranged, RequestSituation, SoundRequest } from './situation.ts';

/** The lists, and how to add an item to each. */
const ADDS = {
  listChats: (t) => makeChat(t),
  listSkills: (t) => makeSkill(t),
  listMessages: async (t, chatId) => t.requireSuccess(await t.main.send(t.plain(), { chatId })),
} as const satisfies Partial<Record<OperationId, (t: CheckContext, chatId: string) => Promise<unknown>>>;
type ListOperation = keyof typeof ADDS;

const SMALL_SIZE = 2;
/** The page size for counting items. */
const COUNTED_SIZE = 100;
/** Enough items for two pages of the small size. */
const FEW = 3;
/** More items than a default page holds, with some to spare for what is deleted but still listed. */
const MANY = DEFAULT_SIZE + 25;

/** Kinds of size values that need a longer list. */
const LONG: readonly ValueKind[] = ['default', 'limit'];
/** Kinds of size values that show something only on a list longer than this check's own items. */
const COUNTING: readonly ValueKind[] = [...LONG, 'outside'];

/** Whether a check counts the items of other checks, which delete them when they end. */
export function countsAll({ operation }: RequestSituation, member: RequestMember, kind: ValueKind): boolean {
  return (
    (operation === 'listChats' || operation === 'listSkills') &&
    nameOf(member) === 'size' &&
    COUNTING.includes(kind)
  );
}

/** Requests for lists by page, by size, and with a filter. */
export const listSituations: readonly RequestSituation[] = [
  ...(Object.keys(ADDS) as ListOperation[]).flatMap((operation) =>
    [true, false].map(
      (isPaged): RequestSituation => ({
        operation,
        needs: [],
        // Items of the other lists are cheap to create, and other checks change those lists.
        ...(operation === 'listMessages' && {
          isShared: true,
          verifies: [],
          name: isPaged ? 'pages' : 'sizes',
        }),
        isFor: (member) => nameOf(member) !== 'is_favorite' && (nameOf(member) === 'page') === isPaged,
        arrange: (t, _, value) => arrangeList(t, isPaged, value, operation),
      }),
    ),
  ),
  {
    operation: 'listChats',
    needs: [],
    isFor: (member) => nameOf(member) === 'is_favorite',
    arrange: arrangeFavorites,
  },
];

/** A list. Other checks see and change every list except the turns of one chat. */
interface List {
  readonly operation: ListOperation;
  readonly path: NonNullable<Request['path']>;
  /** Whether the list contains only the items that were added here. */
  readonly isOwn: boolean;
  read(query: NonNullable<Request['query']>): Promise<Answer>;
  add(count: number): Promise<void>;
}

async function arrangeList(
  t: CheckContext,
  isPaged: boolean,
  { kind }: MemberValue,
  operation: ListOperation,
): Promise<Arranged> {
  const list = listOf(t, operation);
  await list.add(FEW);
  if (isPaged) return { plain: askingForPage(t, list) };
  if (!list.isOwn && LONG.includes(kind)) await fill(list, MANY);
  return { plain: askingForSize(t, list) };
}

function listOf(t: CheckContext, operation: ListOperation): List {
  const chatId = t.freshId();
  const isOwn = operation === 'listMessages';
  const path = isOwn ? { chat_id: chatId } : {};
  return {
    operation,
    path,
    isOwn,
    read: (query) => sendRequest(t, operation, { path, query }) as Promise<Answer>,
    async add(count) {
      for (let made = 0; made < count; made += 1) await ADDS[operation](t, chatId);
    },
  };
}

/** Adds items until the list has at least a given number. */
async function fill({ read, add }: List, count: number): Promise<void> {
  const pages = await readPages(
    (page) => read({ page: String(page), size: String(COUNTED_SIZE) }),
    COUNTED_SIZE,
    Math.ceil(count / COUNTED_SIZE),
  );
  await add(count - pages.flatMap(({ items }) => items).length);
}

function askingForPage(t: CheckContext, { operation, path, isOwn, read }: List): SoundRequest {
  const size = String(SMALL_SIZE);
  return {
    request: { path, query: { size } },
    async expectTaken(sent, requirements, value) {
      const page = sent as Answer;
      const isFirst = Number(value) === 1;
      const claim = t.expect(...requirements);
      claim.accepts(page);
      claim.equals(page, page.meta.page, Number(value), '/meta/page');
      const ofUsualSize = await read({ page: String(value) });
      // The contract does not say how a service answers a request for a page beyond the end.
      if (ofUsualSize.isSuccess && (isFirst || Number(ofUsualSize.meta.total) > DEFAULT_SIZE))
        claim.equals(ofUsualSize, ofUsualSize.meta.page, Number(value), '/meta/page');
      // If a service hides inactive skills, its pages may have gaps.
      if (operation === 'listSkills') return;
      const least = isFirst ? SMALL_SIZE : 1;
      const found = page.items.length;
      claim.isTrue(page, found >= least, `at least ${least} of more items`, found, '/data');
      if (!isOwn) return;
      // The contract does not say which end of a history page 1 shows.
      const shown = [page, t.requireSuccess(await read({ size, page: isFirst ? '2' : '1' }))].flatMap(idsOf);
      const isEachOnce = shown.length === FEW && new Set(shown).size === FEW;
      claim.isTrue(page, isEachOnce, `each of ${FEW} items once on two pages`, shown, '/data');
    },
  };
}

function askingForSize(t: CheckContext, list: List): SoundRequest {
  const { operation, path, isOwn } = list;
  return {
    request: { path },
    async expectTaken(sent, requirements, value) {
      const page = sent as Answer;
      const size = Number(value);
      const found = page.items.length;
      // If a service hides inactive skills, its pages may have gaps.
      const least = operation === 'listSkills' ? 0 : Math.min(size, isOwn ? FEW : DEFAULT_SIZE + 1);
      const claim = t.expect(...requirements);
      claim.accepts(page);
      claim.isTrue(page, found >= least && found <= size, `${least} to ${size} items`, found, '/data');
      // Every reading of meta.size gives the same value on a full page.
      if (found === size) claim.equals(page, page.meta.size, size, '/meta/size');
    },
    // The service may refuse such a size, or clamp it. The limit shows only on a list with more items.
    async expectWithin(values, ask, requirements) {
      let isFilled = false;
      for (const value of values) {
        let page = (await ask(value)) as Answer;
        if (page.isSuccess && !isFilled) {
          await fill(list, LARGEST_SIZE + 1);
          isFilled = true;
          page = (await ask(value)) as Answer;
        }
        const found = page.items.length;
        const isWithin = !page.isSuccess || found <= LARGEST_SIZE;
        const within = `a refusal, or at most ${LARGEST_SIZE} items`;
        t.expect(...requirements).isTrue(page, isWithin, within, found, '/data');
      }
    },
  };
}

async function arrangeFavorites(t: CheckContext): Promise<Arranged> {
  const [other, favorite] = [await makeChat(t), await makeChat(t)];
  t.requireSuccess(await t.main.patch(favorite.path, { is_favorite: true }));
  return {
    plain: {
      request: { query: { size: String(LARGEST_SIZE) } },
      async expectTaken(sent, requirements, value) {
        const list = sent as Answer;
        const claim = t.expect(...requirements);
        claim.accepts(list);
        const strangers = list.items.filter(({ is_favorite }) => value && String(is_favorite) !== value);
        claim.isTrue(
          list,
          strangers.length === 0,
          `only chats with is_favorite ${value}`,
          strangers[0],
          '/data',
        );
        const expected = { true: [favorite], false: [other] }[String(value)] ?? [favorite, other];
        for (const { id } of expected)
          claim.isTrue(list, findChat(list, id) !== undefined, `the chat ${id}`, undefined, '/data');
      },
    },
  };
}
