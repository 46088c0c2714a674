import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { Answer } from '../../../drive/answer.ts';
import { areNear } from '../../../judge/consistency/comparable-turn.ts';
import { momentOf } from '../../../judge/consistency/moments.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { findChat, listNewest, makeChat } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';
import type { Channel, CheckContext } from '../../check-kit/context.ts';
import { showListed } from '../../check-kit/shown-turn.ts';
import { makeSkill, searchSkills } from '../../check-kit/skills.ts';
import { completedTurn } from '../../check-kit/turns.ts';

/**
 * Longer than the difference between two roundings of the same timestamp, in milliseconds of the real clock. Faster timers do not make the
 * service's timestamps faster.
 */
const LATER = 2100;

/** How long a chat may take to show its last activity, in milliseconds of the service's time. */
const ACTIVE_WITHIN = 10_000;

/** An object keeps its creation time, at every endpoint, seconds later, and after any change. */
export const timestampChecks = [
  check({
    id: 'chats.moments.chats',
    requirements: [R['chats.answer.chat'], R['chats.list.items']],
    waits: LATER,
    async run(t) {
      const { id, path, answer } = await makeChat(t);
      await untilLater(t);
      const listed = await listNewest(t);
      compare(t, 'chats.list.items', listed, answer.data, findChat(listed, id));
      for (const later of [
        t.requireSuccess(await t.main.get(path)),
        t.requireSuccess(await t.main.patch(path, { is_favorite: true })),
        t.requireSuccess(await t.main.get(path)),
      ])
        compare(t, 'chats.answer.chat', later, answer.data, later.data);
      const favorites = await listNewest(t, { is_favorite: 'true' });
      compare(t, 'chats.list.items', favorites, answer.data, findChat(favorites, id));
    },
  }),

  check({
    id: 'chats.moments.skills',
    requirements: [R['skills.answer.skill'], R['skills.list.items']],
    waits: LATER,
    async run(t) {
      const { id, path, answer } = await makeSkill(t);
      await untilLater(t);
      const { page, found } = await searchSkills(t, (skill) => skill.id === id);
      compare(t, 'skills.list.items', page, answer.data, found);
      for (const later of [
        t.requireSuccess(await t.main.get(path)),
        t.requireSuccess(await t.main.patch(path, { description: 'Changed seconds later' })),
        t.requireSuccess(await t.main.patch(`${path}/toggle`)),
      ])
        compare(t, 'skills.answer.skill', later, answer.data, later.data);
    },
  }),

  check({
    id: 'chats.moments.turns',
    requirements: [
      R['idempotency.replay.same-result'],
      R['turns.listing.exists'],
      R['chats.updated-at.last-activity'],
    ],
    waits: 2 * LATER,
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const show = async () => t.requireSuccess(await t.main.send(t.plain(), sent));
      const first = await show();
      for (let other = 0; other < 2; other += 1)
        t.requireSuccess(await t.main.send(t.plain(), { chatId: sent.chatId }));
      await untilLater(t);
      const replay = await show();
      compare(t, 'idempotency.replay.same-result', replay, first.data, replay.data);
      const { source, turn } = await showListed(t, sent.chatId, first.data.id);
      compare(t, 'turns.listing.exists', source as Answer, first.data, turn);
      await expectActive(t, sent.chatId, 'blocking');
      await untilLater(t);
      await expectActive(t, sent.chatId, 'streaming');
      for (const page of [1, 2, 3]) {
        const listed = t.requireSuccess(
          await t.main.get(`/chats/${sent.chatId}/messages?page=${page}&size=1`),
        );
        const shown = listed.items.find((item) => item.id === first.data.id);
        compare(t, 'turns.listing.exists', listed, first.data, shown);
      }
    },
  }),
];

/** Sends one more turn, and expects that it counts as the last activity of its chat. */
async function expectActive(t: CheckContext, chatId: string, channel: Channel): Promise<void> {
  const { id } = await completedTurn(t, await t.attempt(channel, t.plain(), { chatId }));
  // A listing shows when a turn was created; the end of a stream need not.
  const made = (await showListed(t, chatId, id)).turn.created_at;
  const began = momentOf(made);
  const isActive = ({ data }: Answer) => {
    const active = momentOf(data.updated_at);
    return began === undefined || active === undefined || active >= began || areNear([began], [active]);
  };
  const chat = t.requireSuccess(await t.until(() => t.main.get(`/chats/${chatId}`), isActive, ACTIVE_WITHIN));
  t.expect('chats.updated-at.last-activity').isTrue(
    chat,
    isActive(chat),
    `the time of the turn of ${String(made)}, or a later one`,
    chat.data.updated_at,
    '/data/updated_at',
  );
}

function untilLater(t: CheckContext): Promise<void> {
  return t.waitPast(t.now(), 0, { tolerance: 0, least: LATER });
}

/** Compares the timestamps of an object that an answer may show. The schemas report values that are not timestamps. */
function compare(
  t: CheckContext,
  requirement: RequirementId,
  source: Answer,
  { created_at: made }: JsonObject,
  later: JsonObject | undefined,
): void {
  const [before, now] = [momentOf(made), momentOf(later?.created_at)];
  if (before === undefined || now === undefined) return;
  t.expect(requirement).isTrue(
    source,
    areNear([before], [now]),
    `created_at ${String(made)}, as in the first answer`,
    later?.created_at,
  );
}
