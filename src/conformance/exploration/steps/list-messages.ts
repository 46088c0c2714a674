import type { Answer } from '../../drive/answer.ts';
import { R } from '../../suite/check-kit/check.ts';
import type { CheckContext } from '../../suite/check-kit/context.ts';
import { type Action, type Step, textOf } from '../step.ts';
import { isActive, type KnownTurn, type World } from '../world.ts';

export const listMessages: Action = {
  name: 'list-messages',
  weight: 6,
  requirements: [
    R['turns.listing.exists'],
    R['service.chats.hold-turns'],
    R['turns.listing.chronological'],
    R['messages.prompt.as-sent'],
    R['messages.status.cancelled-in-history'],
    R['states.completed.after-completed-event'],
    R['lists.page.selects-slice'],
  ],
  choices: { size: ['default', '1', '2'] },
  offer: (world) => world.chatsThat(isActive),
  take: listAndCompare,
  describe: ({ chat, size }) =>
    `the messages of chat ${chat} are listed${size === 'default' ? '' : `, ${size} on a page`}`,
};

/** Lists the turns of a chat in pages of a given size, and compares them with those that were sent. */
async function listAndCompare(t: CheckContext, world: World, step: Step): Promise<void> {
  const chat = world.chat(textOf(step, 'chat'));
  const turns = world.turnsOf(chat);
  // A sequence sends fewer turns than the default page size.
  const whole = await t.as(chat.owner).get(`/chats/${chat.id}/messages`);
  t.expect('turns.listing.exists').succeeds(whole);
  expectListed(t, turns, whole);
  if (step.size === 'default' || !world.isIdle(chat)) return;
  const size = Number(step.size);
  const ids: unknown[] = [];
  let last = whole;
  for (let page = 1; page <= Math.ceil(whole.items.length / size); page += 1) {
    last = t.requireSuccess(
      await t.as(chat.owner).get(`/chats/${chat.id}/messages?page=${page}&size=${size}`),
    );
    ids.push(...last.items.map(({ id }) => id));
  }
  // The contract does not say whether the first page has the oldest or the newest turns (A-25).
  const all = whole.items.map(({ id }) => id);
  t.expect('lists.page.selects-slice').equals(last, [...ids].sort(), [...all].sort(), '/data');
}

function expectListed(t: CheckContext, turns: readonly KnownTurn[], list: Answer): void {
  const ids = list.items.map(({ id }) => id);
  // A running or failed turn may be missing (A-88, A-89).
  const certain = turns.filter(
    ({ end, messageId }) => messageId !== undefined && (end === 'completed' || end === 'cancelled'),
  );
  const listed = ids.filter((id) => certain.some(({ messageId }) => messageId === id));
  const expected = certain.map(({ messageId }) => messageId);
  t.expect('service.chats.hold-turns').equals(list, [...listed].sort(), [...expected].sort(), '/data');
  t.expect('turns.listing.chronological').equals(list, listed, expected, '/data');
  if (turns.every(({ messageId }) => messageId !== undefined)) {
    const known = new Set(turns.map(({ messageId }) => messageId));
    const others = ids.filter((id) => !known.has(id));
    t.expect('service.chats.hold-turns').equals(list, others, [], '/data');
  }
  for (const { messageId, end, body } of certain) {
    const item = list.items.find(({ id }) => id === messageId);
    t.expect('messages.prompt.as-sent').equals(list, item?.prompt, body.content, '/data');
    if (end === 'completed')
      t.expect('states.completed.after-completed-event').equals(list, item?.status, 'completed', '/data');
    else t.expect('messages.status.cancelled-in-history').equals(list, item?.status, 'cancelled', '/data');
  }
}
