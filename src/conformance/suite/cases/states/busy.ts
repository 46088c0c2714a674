import type { Need, RequirementId } from '../../../../../generated/ids.d.ts';
import type { SendOptions, Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isBusy, sendWhenFree } from '../../check-kit/busy-chat.ts';
import { withAttachments } from '../../check-kit/catalog.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { startTurn } from '../../check-kit/running-turn.ts';
import { cancel, finish, withFault } from '../../check-kit/turns.ts';

const LONG = ['scenario:long_turn'] as const;

/** An ended turn stays the same in the listing while another turn of its chat runs (sections 3.1 and 4.2). */
const earlierTurnChecks: readonly Check[] = CHANNELS.map((channel) =>
  check({
    id: `states.busy.${channel}-turn.earlier`,
    requirements: [R['states.completed.after-completed-event']],
    needs: LONG,
    async run(t) {
      const chatId = t.freshId();
      const earlier = await t.open(t.plain(), { chatId });
      const end = await finish(t, earlier);
      t.require(end?.type === 'message.completed', 'the first turn of the chat did not complete');
      const turn = t.scenario('long_turn', { permission_mode: 'auto' });
      const running = await startTurn(t, channel, turn, { chatId });
      const history = await t.main.history(chatId);
      await running.cancel();
      // The judge compares the end of the turn with the listing, now that the turn no longer runs.
      await t.main.history(chatId);
      const shown = t.requireSuccess(history).items.find(({ id }) => id === earlier.messageId);
      t.expect('states.completed.after-completed-event').equals(history, shown?.status, 'completed', '/data');
    },
  }),
);

/** How long a service may take to notice that a chat's turn has ended, in milliseconds of the service's time. */
const FREE_WITHIN = 5000;
/** The same in milliseconds of the real clock, at least. A chat that waits for the end of a cut question is busy for 110 s of the service's time. */
const LEAST_FREE_WITHIN = 1500;

/** Ways for a turn to end, after which its chat is free. */
const ENDINGS: readonly {
  readonly name: string;
  readonly needs: readonly Need[];
  make(t: CheckContext): readonly [Turn, SendOptions?];
}[] = [
  { name: 'completed', needs: [], make: (t) => [t.plain()] },
  { name: 'cancelled', needs: LONG, make: (t) => [t.scenario('long_turn')] },
  { name: 'failed', needs: ['scenario:upstream_failure'], make: (t) => [t.scenario('upstream_failure')] },
  {
    name: 'timed-out',
    needs: ['scenario:endless_turn', 'fault:turn_timeout'],
    make: (t) => withFault(t, 'turn_timeout', t.scenario('endless_turn')),
  },
];

/** A chat accepts the next turn after the terminal event or the answer of the last one (sections 3.3, 4.2 and 6). */
const freeChatChecks: readonly Check[] = [
  ...ENDINGS.map(({ name, needs, make }) =>
    check({
      id: `states.busy.free-after-${name}`,
      requirements: [R['errors.chat-busy.message-id']],
      needs,
      async run(t) {
        const { id: chatId } = await makeChat(t);
        const [turn, options] = make(t);
        const stream = await t.running(turn, { ...options, chatId });
        if (name === 'cancelled') t.requireSuccess(await cancel(t, chatId));
        t.require((await finish(t, stream)) !== undefined, 'the turn did not end');
        await expectFree(t, chatId);
      },
    }),
  ),

  check({
    id: 'states.busy.free-after-cut',
    requirements: [R['errors.chat-busy.message-id'], R['turns.send.interaction-cut']],
    needs: ['scenario:interaction_in_auto'],
    async run(t) {
      const chatId = t.freshId();
      const actor = t.actorOf('interaction_in_auto');
      const sent = await actor.send(t.scenario('interaction_in_auto', { permission_mode: 'auto' }), {
        chatId,
      });
      const hasEnded = sent.isSuccess || sent.messageCode === 'interaction_in_auto_mode';
      t.require(hasEnded, 'the turn was neither cut nor completed');
      // A turn that was cut and still holds its chat was not cut.
      const cut = sent.isSuccess ? [] : [R['turns.send.interaction-cut']];
      await expectFree(t, chatId, actor, cut);
    },
  }),
];

/** Expects that a chat whose turn has ended takes the next one, as the named requirements say too. */
async function expectFree(
  t: CheckContext,
  chatId: string,
  actor = t.main,
  also: readonly RequirementId[] = [],
): Promise<void> {
  const pace = { within: FREE_WITHIN, least: LEAST_FREE_WITHIN };
  const next = await sendWhenFree(t, 'blocking', chatId, { actor, ...pace });
  t.expect('errors.chat-busy.message-id', ...also).isTrue(
    next,
    !isBusy(next),
    'a chat that is no longer busy with a turn that has ended',
    isBusy(next) && next.data.message_id,
    '/data/message_id',
  );
}

/**
 * Two simultaneous sends. A blocking one shows nothing until its turn ends. A service looks up attachments before it runs a turn, and a send to
 * a chat that does not exist creates it.
 */
const AT_ONCE: readonly {
  readonly channels: readonly [Channel, Channel];
  readonly with?: 'with-attachments' | 'in-new-chat';
}[] = [
  { channels: ['blocking', 'blocking'] },
  { channels: ['blocking', 'blocking'], with: 'with-attachments' },
  { channels: ['blocking', 'streaming'] },
  { channels: ['streaming', 'streaming'] },
  { channels: ['blocking', 'streaming'], with: 'in-new-chat' },
  { channels: ['streaming', 'streaming'], with: 'in-new-chat' },
];

/** How long a service may take to refuse one of two sends, in milliseconds of the service's time. The turns run longer than this. */
const REFUSED_WITHIN = 30_000;

/** Two sends reach a chat at the same moment (section 3.3). */
const atOnceChecks: readonly Check[] = AT_ONCE.map(({ channels, with: what }) =>
  check({
    id: ['states.busy.at-once', channels.join('-'), ...(what ? [what] : [])].join('.'),
    requirements: [R['states.chat.one-running-turn']],
    needs: LONG,
    async run(t) {
      const chatId = what === 'in-new-chat' ? t.freshId() : (await makeChat(t)).id;
      const plain = t.scenario('long_turn', { permission_mode: 'auto' });
      const turn = what === 'with-attachments' ? await withAttachments(t, plain) : plain;
      const sends = channels.map((channel) => t.attempt(channel, turn, { chatId }));
      const all = Promise.all(sends);
      // A later step may throw while a send is still waiting.
      all.catch(() => {});
      const refusal = await t.inTime(firstRefusal(sends), REFUSED_WITHIN);
      // The connection of a blocking send stays open until its turn ends.
      const [stopped] = [await cancel(t, chatId), await cancel(t, chatId)];
      const ended = await t.inTime(all, REFUSED_WITHIN);
      t.expect('states.chat.one-running-turn').isTrue(
        refusal ?? ended?.[0] ?? stopped,
        refusal !== undefined,
        'one running turn of two that were sent at once',
        'two running turns',
      );
    },
  }),
);

/** The first refused send, or undefined once all sends have ended without a refusal. */
function firstRefusal(
  sends: readonly Promise<Answer | LiveStream>[],
): Promise<Answer | LiveStream | undefined> {
  const refused = sends.map(async (send) => {
    const sent = await send;
    if (sent instanceof Answer && !sent.isSuccess) return sent;
    throw new Error('it is not refused');
  });
  return Promise.any(refused).catch(() => undefined);
}

export const busyChecks: readonly Check[] = [...earlierTurnChecks, ...freeChatChecks, ...atOnceChecks];
