import type { RequirementId } from '../../../../../generated/ids.d.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isSameJson, type JsonObject } from '../../../judge/json.ts';
import { sendWhenFree } from '../../check-kit/busy-chat.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { bringToEnd, ENDED_STATES, type Ended, type EndedState } from '../../check-kit/ended-states.ts';
import { attempt, isRefused, isRun, OTHER_BODIES } from '../../check-kit/ended-turn.ts';
import { checkProbes, type Probe } from '../../check-kit/probe.ts';
import { refusedOver } from '../../check-kit/refused-turn.ts';
import { expectHiddenFromOthers, REPEATED_BY_OTHERS } from '../../check-kit/repeated-by-others.ts';
import { idOf } from '../../check-kit/running-turn.ts';
import { NOT_RERUN, RUNS } from '../../check-kit/send-rows.ts';
import { together } from '../../check-kit/together.ts';
import { withFault } from '../../check-kit/turns.ts';
import { twice } from '../../check-kit/twice.ts';
import { expectReplay, replayRows } from './replayed-outcomes.ts';

const MINUTE = 60_000;

/** The requirements about the status of an ended turn. */
const STATUS = {
  streamed: { requirement: R['states.completed.after-completed-event'] },
  answered: { requirement: R['service.sends.blocking-waits'] },
  cancelled: { requirement: R['messages.status.cancelled-in-history'] },
  failed: { requirement: R['states.error.failed-not-completed'] },
} as const satisfies Readonly<Record<string, { readonly requirement: RequirementId }>>;

/** Other users learn nothing of the outcome. */
const OTHERS: Probe<Ended> = {
  ...REPEATED_BY_OTHERS,
  run: (t, { turn, sent, outcome }) => expectHiddenFromOthers(t, { turn, ...sent }, idOf(outcome)),
};

/** What a key means after its turn has ended, for each ending and both channels, and what the chat accepts next (sections 3.3 and 4.2). */
const endingChecks: readonly Check[] = ENDED_STATES.flatMap((ending) =>
  (ending.channels ?? CHANNELS).flatMap((channel) => {
    const { name, needs = [], situation } = ending;
    const id = `idempotency.ended.${name}.${channel}`;
    const arrange = (t: CheckContext) => bringToEnd(t, channel, ending);
    // A turn from either endpoint may be the first one that the chat accepts. Most clients use one endpoint.
    const other = channel === 'blocking' ? 'streaming' : 'blocking';
    const followedBy = (next: Channel) => ({ probe: 'next send', ...situation, channel, next });
    return [
      checkProbes({
        id,
        situations: [{ probe: 'ended turn', ...situation, channel }, followedBy(channel)],
        needs,
        arrange,
        probes: [
          outcomeProbe(ending, channel),
          replayProbe(ending, channel),
          otherBodyProbe(channel),
          OTHERS,
          cancelProbe(ending, channel),
          replayProbe(ending, channel),
          nextProbe(channel),
          replayProbe(ending, channel),
          OTHERS,
        ],
      }),
      checkProbes({
        id: `${id}.next-${other}`,
        situations: [followedBy(other)],
        needs,
        arrange,
        probes: [nextProbe(other)],
      }),
    ];
  }),
);

/** The turn has ended as planned, and its chat is unchanged. */
function outcomeProbe(ending: EndedState, channel: Channel): Probe<Ended> {
  const { situation, failure } = ending;
  const fails = failure && channel === 'blocking';
  return {
    requirements: [
      statusRow(situation, channel),
      R['chats.answer.chat'],
      ...(fails ? [failure.requirement] : []),
    ],
    ...(fails && { arranges: [failure.cause] }),
    async run(t, { chat, outcome }) {
      // A turn that was refused has no end, and its key has no outcome.
      if (situation.end === 'completed' && outcome instanceof Answer) t.requireSuccess(outcome);
      if (situation.end === 'timed out') t.require(!isRefused(outcome), 'the turn did not run');
      // The turn may have continued without the interaction, or with another provider.
      if (fails && outcome instanceof Answer && !outcome.isSuccess)
        t.expect(failure.requirement).failsWith(outcome, failure.row);
      await expectStatus(t, ending, channel, chat.id, outcome);
      const read = t.requireSuccess(await t.main.get(chat.path));
      // The judge compares the other members with those that the chat was created with.
      t.expect('chats.answer.chat').shows(read, 'is_favorite', true);
    },
  };
}

/** The key returns the outcome again and runs no further turn. */
function replayProbe(ending: EndedState, channel: Channel): Probe<Ended> {
  const requirement = NOT_RERUN[channel];
  return {
    requirements: replayRows(ending, channel),
    async run(t, { chat, turn, sent, outcome }) {
      const before = t.requireSuccess(await t.main.history(chat.id)).items.length;
      const again = await t.inTime(attempt(t, channel, turn, sent));
      if (!again) await t.main.act(chat.id, 'cancel', {});
      const isStored = again !== undefined;
      const expected = 'an answer from what is stored';
      t.expect(requirement).isTrue(outcome, isStored, expected, 'none, as if the turn ran again');
      if (!again) return;
      const history = t.requireSuccess(await t.main.history(chat.id));
      const { length } = history.items;
      const isSame = length <= Math.max(before, 1);
      together(
        () => expectReplay(t, channel, ending, outcome, again),
        () => t.expect(requirement).isTrue(history, isSame, 'no further turn', length, '/data'),
      );
    },
  };
}

function otherBodyProbe(channel: Channel): Probe<Ended> {
  const requirements = refusedOver(channel, 'errors.idempotency-conflict.answer');
  return {
    requirements,
    arranges: ['key-of-other-body'],
    async run(t, { chat, turn, sent }) {
      const before = t.requireSuccess(await t.main.history(chat.id)).items.length;
      for (const change of OTHER_BODIES) {
        const other = change(turn);
        if (isSameJson(other, turn)) continue;
        await twice(async () =>
          t.expect(...requirements).failsWith(await attempt(t, channel, other, sent), 'idempotency-conflict'),
        );
      }
      const history = t.requireSuccess(await t.main.history(chat.id));
      const { length } = history.items;
      t.expect(...requirements).isTrue(
        history,
        length <= Math.max(before, 1),
        'no further turn',
        length,
        '/data',
      );
    },
  };
}

function cancelProbe(ending: EndedState, channel: Channel): Probe<Ended> {
  return {
    requirements: [
      R['cancel.turn.exists'],
      R['cancel.turn.finished-is-ok'],
      statusRow(ending.situation, channel),
    ],
    async run(t, { chat, outcome }) {
      for (let count = 0; count < 2; count += 1)
        t.expect('cancel.turn.exists', 'cancel.turn.finished-is-ok').succeeds(
          await t.main.act(chat.id, 'cancel', {}),
          200,
        );
      // The turn's status stays the same.
      await expectStatus(t, ending, channel, chat.id, outcome);
    },
  };
}

function nextProbe(next: Channel): Probe<Ended> {
  return {
    requirements: [RUNS[next]],
    run: async (t, { chat }) => t.expect(RUNS[next]).accepts(await sendWhenFree(t, next, chat.id)),
  };
}

/** Faults that leave the close of a turn in doubt, although the turn itself has finished. */
const DOUBTFUL_CLOSES = ['persistence', 'outcome_unknown', 'idempotency_outcome_unknown'] as const;

/** Once the listing shows such a turn as completed, the chat accepts the next turn (section 3.3). */
const doubtfulChecks: readonly Check[] = DOUBTFUL_CLOSES.flatMap((fault) =>
  CHANNELS.map((channel) =>
    check({
      id: `idempotency.ended.${fault.replaceAll('_', '-')}.${channel}.next-send`,
      situations: [{ probe: 'next send', end: fault, channel }],
      requirements: Object.values(RUNS),
      needs: [`fault:${fault}`],
      async run(t) {
        const [turn, options] = withFault(t, fault, t.plain({ permission_mode: 'auto' }));
        const chatId = t.freshId();
        const sent = await attempt(t, channel, turn, { ...options, chatId, key: t.freshId() });
        t.skipIf(isRun(sent), 'the fault did not show');
        const isOver = ({ items }: Answer) => items.length > 0 && items.every(isCompletedTurn);
        const history = await t.until(() => t.main.history(chatId), isOver, MINUTE);
        t.skipIf(!isOver(history), 'the listing does not show that the turn is over');
        for (const next of CHANNELS) t.expect(RUNS[next]).accepts(await sendWhenFree(t, next, chatId));
      },
    }),
  ),
);

function isCompletedTurn({ status }: JsonObject): boolean {
  return status === 'completed';
}

export const outcomeChecks: readonly Check[] = [...endingChecks, ...doubtfulChecks];

/** The requirement about the status of a turn with this ending. */
function statusRow({ end }: EndedState['situation'], channel: Channel) {
  const isStreamed = channel === 'streaming';
  if (end === 'completed') return (isStreamed ? STATUS.streamed : STATUS.answered).requirement;
  return (end === 'cancelled' && isStreamed ? STATUS.cancelled : STATUS.failed).requirement;
}

async function expectStatus(
  t: CheckContext,
  { situation }: EndedState,
  channel: Channel,
  chatId: string,
  outcome: Answer | LiveStream,
): Promise<void> {
  const id = idOf(outcome);
  // An answer without an id does not show which turn is meant.
  if (outcome instanceof Answer && id === undefined) return;
  if (situation.end === 'completed' && !isRun(outcome)) return;
  const history = t.requireSuccess(await t.main.history(chatId));
  const status = history.items.find((item) => item.id === id)?.status;
  const row = statusRow(situation, channel);
  const claim = t.expect(row);
  if (row === 'messages.status.cancelled-in-history') claim.equals(history, status, 'cancelled', '/data');
  else if (row === 'states.completed.after-completed-event')
    claim.equals(history, status, 'completed', '/data');
  else if (row === 'service.sends.blocking-waits')
    claim.isTrue(history, status !== 'pending', 'a turn that is over', status, '/data');
  else claim.isTrue(history, status !== 'completed', 'a status other than completed', status, '/data');
}
