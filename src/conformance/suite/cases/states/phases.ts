import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Script } from '../../../../rig/script/act.ts';
import type { Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../../../drive/live-stream.ts';
import { expectCancelled } from '../../check-kit/cancelled-turn.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { respond } from '../../check-kit/interaction-replies.ts';
import { expectRefusal } from '../../check-kit/refused-turn.ts';
import { replayOf } from '../../check-kit/replayed-stream.ts';
import { deedsOf, inARow, withScript } from '../../check-kit/scripted-turn.ts';
import { cancel, finish } from '../../check-kit/turns.ts';

/** What a turn has behind it when it is looked at, and whether that asks for something. A blocking turn reaches only what does not. */
const PHASES: readonly { readonly name: string; readonly scenario: ScenarioName; readonly asks: boolean }[] =
  [
    { name: 'tool', scenario: 'tool_use', asks: false },
    { name: 'approval', scenario: 'tool_approval', asks: true },
    { name: 'plan', scenario: 'plan', asks: true },
    { name: 'question', scenario: 'elicitation', asks: true },
    { name: 'connection', scenario: 'auth_required', asks: true },
    { name: 'agents', scenario: 'agents', asks: false },
    { name: 'agents-approval', scenario: 'agents_with_tool_approval', asks: true },
    { name: 'failover', scenario: 'failover', asks: false },
  ];

/** The time in which a turn has surely got on to its pause, in milliseconds of the service's time. In an earlier phase it runs too. */
const SETTLED = 10_000;
/** The pause, in seconds of the service's time: longer than any check looks at the turn. */
const LONG = 600;

/** Whatever a turn has behind it, it is a running turn until it ends (sections 3.1, 3.3 and 4.4). */
const runningChecks: readonly Check[] = PHASES.map(({ name, scenario, asks }) =>
  check({
    id: `states.running.after-${name}`,
    requirements: [
      R['states.chat.second-send-refused'],
      R['errors.chat-busy.message-id'],
      R['idempotency.key.running-refused'],
      R['chats.get.exists'],
      R['turns.listing.exists'],
      R['cancel.turn.ends-cancelled'],
      R['messages.status.cancelled-in-history'],
      R['states.cancelled.partial-content'],
      R['idempotency.replay.cancelled'],
    ],
    arranges: ['busy-chat', 'key-of-running-turn'],
    needs: [`scenario:${scenario}`],
    waits: SETTLED,
    async run(t) {
      const turn = inARow(t, scenario, [{ say: 'So far so good. ' }, { wait: LONG }, { say: 'The end.' }]);
      // Another turn of the chat was cancelled before.
      const cut = await t.running(inARow(t, [{ say: 'Cut short. ' }, { wait: LONG }]));
      await t.inTime(cut.until('message.delta'));
      await expectCancelled(t, cut);
      const stream = await t.running(turn, { chatId: cut.chatId });
      if (asks) await answerFirst(t, stream);
      await t.wait(SETTLED);
      t.assume(!stream.hasEnded, 'the turn has ended');
      const { chatId, key, messageId } = stream;

      // Nothing that is done with the chat ends its turn.
      t.expect('chats.get.exists').succeeds(await t.main.get(`/chats/${chatId}`));
      t.expect('turns.listing.exists').succeeds(await t.main.history(chatId));
      t.given(await t.main.patch(`/chats/${chatId}`, { is_favorite: true }));
      for (const channel of CHANNELS) {
        const other = await t.attempt(channel, t.plain({ permission_mode: 'auto' }), { chatId });
        t.expect('states.chat.second-send-refused').failsWith(other, 'chat-busy');
        const named = other instanceof Answer ? other.data.message_id : undefined;
        t.expect('errors.chat-busy.message-id').equals(other, named, messageId, '/data/message_id');
      }
      const again = await t.attempt('streaming', turn, { chatId, key });
      const refused = await expectRefusal(t, again, 'idempotency.key.running-refused');
      if (refused) t.expect('idempotency.key.running-refused').failsWith(refused, 'turn-in-progress');

      await expectCancelled(t, stream);
      const replay = await replayOf(t, turn, { chatId, key });
      t.expect('idempotency.replay.cancelled').equals(
        replay,
        t.opened(replay).terminal?.type,
        'message.cancelled',
      );
    },
  }),
);

/** The words of a turn before and after it does something. */
const WORDS = ['First I look. ', 'Then I tell. '] as const;

/** A turn that is cancelled keeps all of its words, if one that completes does (section 3.1). */
const keptWordsChecks: readonly Check[] = (['tool_use', 'agents'] as const).map((scenario) =>
  check({
    id: `states.cancelled.keeps-words.${scenario.replaceAll('_', '-')}`,
    requirements: [R['states.cancelled.partial-content']],
    needs: [`scenario:${scenario}`],
    waits: SETTLED,
    async run(t) {
      const play = (...last: Script): Turn =>
        withScript(t.scenario(scenario), (script) => [
          { say: WORDS[0] },
          ...deedsOf(script),
          { say: WORDS[1] },
          ...last,
        ]);
      const isWhole = (content: unknown) => WORDS.every((words) => String(content).includes(words.trim()));
      const whole = await finish(t, await t.open(play()));
      t.skipIf(!isWhole(whole?.data.content), 'a turn that completes does not keep all of its words');
      const stream = await t.running(play({ wait: LONG }));
      await t.wait(SETTLED);
      t.assume(!stream.hasEnded, 'the turn has ended');
      t.given(await cancel(t, stream.chatId));
      const end = await finish(t, stream);
      const told = stream.events.map(({ data }) => (typeof data.text === 'string' ? data.text : '')).join('');
      t.skipIf(!isWhole(told), 'the turn was cancelled before it said all');
      t.expect('states.cancelled.partial-content').holds(
        stream,
        isWhole(end?.data.content),
        'the words before and after what the turn did',
        end?.data.content,
        '/content',
      );
    },
  }),
);

/** Whatever a turn has behind it, an outage of its provider fails it, and every replay says so. */
const failingChecks: readonly Check[] = [
  ...PHASES.map(({ name, scenario }) =>
    check({
      id: `states.failing.after-${name}`,
      requirements: [
        R['events.error.upstream-error'],
        R['events.error.details-on-outage'],
        R['events.error.replay-same-error'],
      ],
      needs: [`scenario:${scenario}`, 'scenario:upstream_failure'],
      async run(t) {
        const turn = inARow(t, scenario, 'upstream_failure');
        const stream = await t.open(turn);
        const end = await finish(t, stream);
        // Another provider may have taken over.
        t.skipIf(end?.type === 'message.completed', 'the turn that should fail completed');
        t.expect('events.error.upstream-error').equals(stream, end?.type, 'message.error');
        t.expect('events.error.upstream-error').equals(stream, end?.data.code, 'upstream_error', '/code');
        const { details } = end?.data ?? {};
        t.expect('events.error.details-on-outage').holds(
          stream,
          typeof details === 'object' && details !== null,
          'an object',
          details,
          '/details',
        );
        // The judge compares the other members.
        const replay = await replayOf(t, turn, { chatId: stream.chatId, key: stream.key });
        const code = replay instanceof Answer ? replay.messageCode : replay.terminal?.data.code;
        t.expect('events.error.replay-same-error').equals(replay, code, 'upstream_error', '/code');
        await t.main.history(stream.chatId);
      },
    }),
  ),

  ...PHASES.filter(({ asks }) => !asks).map(({ name, scenario }) =>
    check({
      id: `states.failing.after-${name}.blocking`,
      requirements: [R['errors.turn-failed.answer'], R['errors.turn-failed.same-as-replay']],
      arranges: ['upstream-failure'],
      needs: [`scenario:${scenario}`, 'scenario:upstream_failure'],
      async run(t) {
        const turn = { ...inARow(t, scenario, 'upstream_failure'), permission_mode: 'auto' };
        const sent = { chatId: t.freshId(), key: t.freshId() };
        const first = await t.main.send(turn, sent);
        t.skipIf(first.isSuccess, 'the turn that should fail completed');
        t.expect('errors.turn-failed.answer').failsWith(first, 'turn-failed');
        const again = await t.main.send(turn, sent);
        const claim = t.expect('errors.turn-failed.same-as-replay');
        claim.failsWith(again, 'turn-failed');
        claim.equals(again, again.data.message_id, first.data.message_id, '/data/message_id');
      },
    }),
  ),
];

/** A provider that declines has failed too, and nothing of the turn is undone. */
const decliningCheck = check({
  id: 'states.failing.declined',
  requirements: [R['events.error.upstream-not-retryable']],
  needs: ['scenario:upstream_failure'],
  async run(t) {
    const turn = withScript(t.scenario('upstream_failure'), () => [
      { say: 'I begin. ' },
      { fail: 'refusal' },
    ]);
    const stream = await t.open(turn);
    const end = await finish(t, stream);
    t.observe('A-83', stream);
    t.skipIf(end?.data.code !== 'upstream_error', 'the turn ended in another way');
    t.expect('events.error.upstream-not-retryable').equals(stream, end?.data.retryable, false, '/retryable');
    // The judge compares the failure with its replay.
    await replayOf(t, turn, { chatId: stream.chatId, key: stream.key });
  },
});

export const phaseChecks: readonly Check[] = [
  ...runningChecks,
  ...keptWordsChecks,
  ...failingChecks,
  decliningCheck,
];

/** @throws CannotGoOn when the turn asks for nothing */
async function answerFirst(t: CheckContext, stream: LiveStream): Promise<void> {
  const asked = await t.inTime(stream.until('message.action_required'));
  t.assume(asked !== undefined, 'the turn asked for nothing');
  t.given(await respond(t, stream, asked as LiveEvent));
}
