import type { RequirementId, ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Script } from '../../../../rig/script/act.ts';
import type { Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { SURELY_PENDING } from '../../../judge/timing.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';
import { RAISING_PLACES } from '../../check-kit/raising-places.ts';
import { expectFree } from '../../check-kit/refused-turn.ts';
import { isOver, replayOf } from '../../check-kit/replayed-stream.ts';
import { inTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { together } from '../../check-kit/together.ts';
import { isScripted } from '../../check-kit/turns.ts';

/**
 * The time after which a service has noticed that a client has disconnected, in milliseconds of the service's time. Many servers notice when
 * a write fails, which is the second one after the client left, and a turn that waits writes a ping every 15 s.
 */
const NOTICED = 35_000;
/** How long a turn may take to end after its interaction is answered, in milliseconds of the service's time. */
const ENDS = 60_000;
const PAUSE = 2_000;

/** A pause, in seconds of the service's time. */
interface Silence {
  readonly wait: number;
}

/** The silence in the middle of a turn, long enough for a service to try to send a ping to the client that has left. */
const SILENCE: Silence = { wait: 20 };
/** Longer than a service may keep an unread stream for other reasons. */
const LONG_SILENCE: Silence = { wait: 120 };
/**
 * The duration of such a turn besides its silence, in milliseconds of the service's time. Asking earlier would repeat the send again and
 * again.
 */
const REST = 5_000;

const REQUIREMENTS = [
  R['turns.disconnect.finishes'],
  R['turns.disconnect.saved'],
  R['idempotency.replay.after-disconnect'],
] as const satisfies readonly RequirementId[];

/**
 * The client disconnects while an interaction is pending, for each place that can raise one, and answers over another connection. The turn
 * still waits for this answer, and then runs to its end (section 4.2). For a blocking send the contract makes no such promise.
 */
const askedChecks: readonly Check[] = RAISING_PLACES.map(({ name, kind, scenario, situation }) =>
  check({
    id: `turns.disconnect.while-asked.${name}`,
    situations: [{ probe: 'disconnect', ...situation }],
    requirements: [...REQUIREMENTS, R['idempotency.key.running-refused']],
    arranges: ['key-of-running-turn'],
    needs: [`scenario:${scenario}`],
    waits: ENDS,
    async run(t) {
      const turn = t.scenario(scenario);
      const asked = await raise(t, scenario, kind);
      const { stream: lost } = asked;
      lost.disconnect();
      await t.wait(NOTICED);
      const early = await t.attempt('streaming', turn, { chatId: lost.chatId, key: lost.key });
      // The turn goes on when its interaction expires.
      t.requireWithin(asked.askedAt, SURELY_PENDING, t.now());
      const claim = t.expect('idempotency.key.running-refused');
      if (early instanceof Answer) claim.failsWith(early, 'turn-in-progress');
      else {
        const end = (await t.inTime(early.rest()))?.type;
        const goesOn = end !== 'message.cancelled';
        const isRefused = end === 'message.error';
        const isSame = isRefused || early.messageId === lost.messageId;
        together(
          () =>
            t
              .expect('turns.disconnect.finishes')
              .isTrue(early, goesOn, 'a turn that waits for its answer', end),
          // The refusal may come on the stream.
          () => claim.isTrue(early, isRefused, 'a refusal', end),
          () =>
            t
              .expect('idempotency.replay.after-disconnect')
              .isTrue(early, isSame, 'no new turn', early.messageId, '/message_id'),
        );
      }
      t.expect('turns.disconnect.finishes').succeeds(await answer(t, asked));

      await expectOutcome(t, turn, lost);
    },
  }),
);

/** A turn with a silence in the middle. */
interface SilentTurn {
  readonly name: string;
  readonly scenario: ScenarioName;
  readonly members: JsonObject;
  readonly silence: Silence;
  play(script: Script, silence: Silence): Script;
}

const IN_AUTO: SilentTurn = {
  name: 'in-auto',
  scenario: 'silent_turn',
  members: { permission_mode: 'auto' },
  silence: SILENCE,
  play: (_, silence) => [{ say: 'I begin. ' }, silence, { say: 'That is done.' }],
};

/** Turns whose client disconnects while they are silent: in each mode, and while the model or a task works. */
const SILENT: readonly SilentTurn[] = [
  IN_AUTO,
  { ...IN_AUTO, name: 'for-long', silence: LONG_SILENCE },
  {
    name: 'before-text',
    scenario: 'silent_turn',
    members: { permission_mode: undefined },
    silence: SILENCE,
    play: (_, silence) => [silence, { say: 'That is done.' }],
  },
  {
    name: 'in-task',
    scenario: 'agents',
    members: { permission_mode: 'auto' },
    silence: SILENCE,
    play: (script, silence) => [
      ...inTasks(script, [{ say: 'I begin. ' }, silence, { say: 'Done.' }]),
      { say: 'That is done.' },
    ],
  },
];

/** The client disconnects while its turn is silent, and the turn runs to its end (section 4.2). */
const silentChecks: readonly Check[] = SILENT.map(({ name, scenario, members, silence, play }) => {
  const ends = silence.wait * 1000 + REST;
  return check({
    id: `turns.disconnect.while-silent.${name}`,
    requirements: REQUIREMENTS,
    needs: [`scenario:${scenario}`],
    waits: ends,
    async run(t) {
      const turn = withScript(t.scenario(scenario, members), (script) => play(script, silence));
      const lost = await t.running(turn);
      lost.disconnect();
      await t.wait(ends);
      await expectOutcome(t, turn, lost);
    },
  });
});

/** Expects that a turn completes after its client has disconnected, that its outcome is stored and listed, and that its chat is free. */
async function expectOutcome(t: CheckContext, turn: Turn, lost: LiveStream): Promise<void> {
  const { chatId, key, messageId } = lost;
  const again = await t.until(() => replayOf(t, turn, { chatId, key }), isOver, ENDS, { every: PAUSE });
  const history = t.requireSuccess(await t.main.history(chatId));
  const shown = history.items.find(({ id }) => id === messageId);
  // Without a script, the turn may ask again, or fail.
  t.require(isScripted(turn) || shown?.status === 'completed', 'the turn did not complete');
  t.expect('turns.disconnect.finishes').equals(history, shown?.status, 'completed', '/data/0/status');
  const { terminal, messageId: replayed } = t.opened(again);
  t.expect('idempotency.replay.after-disconnect').equals(again, replayed, messageId, '/message_id');
  t.expect('turns.disconnect.saved').equals(
    history,
    shown?.content,
    terminal?.data.content,
    '/data/0/content',
  );
  await expectFree(t, [R['turns.disconnect.finishes']], chatId);
}

export const disconnectChecks: readonly Check[] = [...askedChecks, ...silentChecks];
