import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Script } from '../../../../rig/script/act.ts';
import type { Answer } from '../../../drive/answer.ts';
import { isBusy, sendWhenFree } from '../../check-kit/busy-chat.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { expectIds } from '../../check-kit/failed-turn.ts';
import { RAISING_PLACES, type RaisingPlace } from '../../check-kit/raising-places.ts';
import { isOver, replayOf } from '../../check-kit/replayed-stream.ts';
import { actsBeforeEnd, inTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { cancel, chatOf } from '../../check-kit/turns.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long a slow turn takes: well below its deadline, but longer than idle connections are usually kept open. */
const SLOW = 100 * SECOND;

/** Turns that never end after some action. */
const ENDLESS: readonly {
  readonly name: string;
  readonly scenario: ScenarioName;
  play(script: Script): Script;
}[] = [
  {
    name: 'in-task',
    scenario: 'agents',
    play: (script) => inTasks(script, [{ say: 'I begin. ' }, { hang: true }]),
  },
  {
    name: 'after-tools',
    scenario: 'tool_use',
    // A tool call in the middle does not extend the deadline.
    play: (script) => [
      { wait: 1000 },
      ...actsBeforeEnd(script),
      { wait: 700 },
      ...actsBeforeEnd(script),
      { hang: true },
    ],
  },
  {
    name: 'after-words',
    scenario: 'endless_turn',
    // Text does not extend it either.
    play: () => [
      { say: 'I begin. ' },
      { wait: 1000 },
      { say: 'I go on. ' },
      { wait: 700 },
      { say: 'Still. ' },
      { hang: true },
    ],
  },
];

const CUT = [R['turns.send.interaction-cut'], R['errors.interaction-in-auto-mode.answer']];

/** Turns that ask in auto mode, or would ask in manual mode. */
const CUT_PLACES: readonly Pick<RaisingPlace, 'name' | 'scenario' | 'situation'>[] = [
  { name: '', scenario: 'interaction_in_auto', situation: { asker: 'turn', chat: 'in auto mode' } },
  ...RAISING_PLACES.map((place) => ({ ...place, name: `.${place.name}` })),
];

const NOTHING_TO_CUT =
  'the turn asks for nothing in auto mode, or the service settles it without the client (A-56)';

/** The end of turns that ask in auto mode, exceed the deadline, or lose their client (section 4.2). */
export const turnOutcomeChecks: readonly Check[] = [
  ...CUT_PLACES.map(({ name, scenario, situation }) =>
    check({
      id: `turns.send.interaction-cut${name}`,
      situations: [{ probe: 'question to a blocking send', ...situation }],
      requirements: CUT,
      arranges: ['client-needed'],
      needs: [`scenario:${scenario}`],
      async run(t) {
        const chatId = t.freshId();
        const actor = t.actorOf(scenario);
        const turn = t.scenario(scenario, { permission_mode: 'auto' });
        const answer = await t.inTime(actor.send(turn, { chatId }));
        const claim = t.expect(...CUT);
        if (!answer) {
          const stopped = await cancel(t, chatId, {}, actor);
          claim.isTrue(stopped, false, 'an answer', 'a turn that waits for its client');
          return;
        }
        if (scenario === 'interaction_in_auto') t.observe('A-56', answer);
        t.skipIf(answer.isSuccess, NOTHING_TO_CUT);
        claim.failsWith(answer, 'interaction-in-auto-mode');
      },
    }),
  ),

  check({
    id: 'turns.send.interaction-cut-settles',
    requirements: [R['turns.send.interaction-cut-settles']],
    needs: ['scenario:interaction_in_auto'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const turn = t.scenario('interaction_in_auto', { permission_mode: 'auto' });
      const answer = await t.main.send(turn, sent);
      t.skipIf(answer.isSuccess, NOTHING_TO_CUT);
      const cut = await t.until(
        () => t.main.history(sent.chatId),
        ({ items }) => items.every(({ status }) => status !== 'pending'),
        MINUTE,
      );
      await t.main.send(turn, sent);
      const afterwards = t.requireSuccess(await t.main.history(sent.chatId));

      const claim = t.expect('turns.send.interaction-cut-settles');
      const statuses = cut.items.map(({ status }) => status);
      claim.isTrue(cut, !statuses.includes('pending'), 'no pending turn', statuses, '/data');
      claim.equals(afterwards, afterwards.items.length, cut.items.length);
    },
  }),

  check({
    id: 'turns.send.deadline',
    situations: [{ probe: 'deadline', course: ['words'] }],
    requirements: [
      R['turns.send.deadline'],
      R['errors.turn-timeout.answer'],
      R['errors.turn-timeout.data-ids'],
    ],
    arranges: ['over-time'],
    needs: ['scenario:endless_turn', 'wait:30min'],
    waits: 30 * MINUTE,
    async run(t) {
      const actor = t.actorOf('endless_turn');
      // The other checks of the deadline use new chats.
      const chatId = await chatOf(t, actor);
      const earlier = (await actor.history(chatId)).items.map(({ id }) => id);
      const turn = t.scenario('endless_turn', { permission_mode: 'auto' });
      const sentAt = t.now();
      const sending = actor.send(turn, { chatId, patience: 40 * MINUTE });
      const answer = await t.inTime(sending, 30 * MINUTE, { tolerance: 5 * MINUTE });
      const claim = t.expect('turns.send.deadline', 'errors.turn-timeout.answer');
      if (!answer) {
        const stopped = await cancel(t, chatId, {}, actor);
        claim.isTrue(stopped, false, 'an answer after 30 minutes', 'none after 35');
        return;
      }

      const { elapsed } = t.span(sentAt);
      t.require(answer.status === 504 || elapsed > 20 * MINUTE, 'the turn ended long before its deadline');
      t.expect('turns.send.deadline').isTrue(
        answer,
        elapsed > 25 * MINUTE,
        'a turn that is cut after 30 minutes',
        `cut after ${Math.round(elapsed / MINUTE)}`,
      );
      claim.equals(answer, answer.status, 504);
      t.expect('errors.turn-timeout.answer').failsWith(answer, 'turn-timeout');
      await expectIds(t, 'errors.turn-timeout.data-ids', answer, actor, chatId, earlier);
      const next = await sendWhenFree(t, 'blocking', chatId, { actor, every: 5 * SECOND });
      t.expect('turns.send.deadline').isTrue(
        next,
        !isBusy(next),
        'a chat that is no longer busy',
        isBusy(next) && next.messageCode,
      );
    },
  }),

  ...ENDLESS.map(({ name, scenario, play }) =>
    check({
      id: `turns.send.deadline.${name}`,
      situations: [{ probe: 'deadline', course: [name] }],
      requirements: [R['turns.send.deadline']],
      needs: [`scenario:${scenario}`, 'wait:30min'],
      waits: 30 * MINUTE,
      async run(t) {
        const chatId = t.freshId();
        const turn = { ...withScript(t.scenario(scenario), play), permission_mode: 'auto' };
        const sending = t.main.send(turn, { chatId, patience: 40 * MINUTE });
        const answer = await t.inTime(sending, 30 * MINUTE, { tolerance: 5 * MINUTE });
        const claim = t.expect('turns.send.deadline');
        if (!answer)
          claim.isTrue(await cancel(t, chatId), false, 'an answer after 30 minutes', 'none after 35');
        // A service may end a task or a call earlier, and the turn may go on.
        else if (!answer.isSuccess && answer.status >= 500) claim.equals(answer, answer.status, 504);
      },
    }),
  ),

  check({
    id: 'turns.send.slow',
    requirements: [R['service.sends.blocking-waits']],
    needs: ['scenario:silent_turn'],
    waits: SLOW,
    async run(t) {
      const content = 'That took long.';
      const acts = [{ wait: SLOW / SECOND }, { say: content }];
      const slow = withScript(t.scenario('silent_turn', { permission_mode: 'auto' }), () => acts);
      const answer = await t.main.send(slow, { patience: 2 * SLOW });
      const claim = t.expect('service.sends.blocking-waits');
      claim.succeeds(answer);
      claim.equals(answer, answer.data.content, content, '/data/content');
    },
  }),

  check({
    id: 'turns.disconnect',
    requirements: [
      R['turns.disconnect.finishes'],
      R['turns.disconnect.saved'],
      R['idempotency.replay.after-disconnect'],
    ],
    needs: ['scenario:long_turn'],
    // For the listing, and then for the key.
    waits: 30 * MINUTE,
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const lost = await t.running(t.scenario('long_turn'), sent);
      lost.disconnect();
      const find = ({ items }: Answer) => items.find(({ id }) => id === lost.messageId);
      await t.until(
        () => t.main.history(sent.chatId),
        (listed) => (find(listed)?.status ?? 'pending') !== 'pending',
        15 * MINUTE,
        { every: 5 * SECOND },
      );
      // The listing may show any status while the turn runs, so the check also asks by the key.
      const again = await t.until(() => replayOf(t, t.scenario('long_turn'), sent), isOver, 15 * MINUTE, {
        every: 30 * SECOND,
      });

      if (!isOver(again)) {
        // If a chat accepts another turn, none is running in it.
        const next = await t.main.send(t.plain(), { chatId: sent.chatId });
        t.require(next.isSuccess, 'the turn still runs after 15 minutes');
        const expected = 'the outcome of the turn, which is over';
        t.expect('idempotency.replay.after-disconnect').isTrue(again, false, expected, 'still in progress');
      }
      const history = await t.main.history(sent.chatId);
      const turn = find(history);
      t.require(turn?.status !== 'error', 'the turn failed');
      t.expect('turns.disconnect.finishes').equals(history, turn?.status, 'completed', '/data/0/status');
      const outcome = t.opened(again).terminal;
      t.expect('turns.disconnect.saved').equals(
        history,
        turn?.content,
        outcome?.data.content,
        '/data/0/content',
      );
    },
  }),
];
