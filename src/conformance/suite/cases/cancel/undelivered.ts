import type { RequirementId, ScenarioName } from '../../../../../generated/ids.d.ts';
import { Answer } from '../../../drive/answer.ts';
import { check, R } from '../../check-kit/check.ts';
import { type Asked, answer, raise } from '../../check-kit/interaction-replies.ts';
import { checkProbes, type Probe } from '../../check-kit/probe.ts';
import { RAISING_PLACES } from '../../check-kit/raising-places.ts';
import { replayOf } from '../../check-kit/replayed-stream.ts';
import { SURELY_WAITS } from '../../check-kit/running-states.ts';
import { together } from '../../check-kit/together.ts';
import { finish } from '../../check-kit/turns.ts';
import { WATCHED } from './cancel.ts';

const NOT_DELIVERED = [
  R['cancel.undelivered.unavailable'],
  R['errors.cancel-not-delivered.answer'],
] as const satisfies readonly RequirementId[];

/**
 * If a cancel does not reach the turn, the turn still waits for its answer, whether or not the cancel names the interaction. Nothing that shows the
 * turn afterwards calls it cancelled.
 */
const undelivered = (scenario: ScenarioName): Probe<Asked> => ({
  requirements: [R['cancel.undelivered.turn-goes-on'], ...NOT_DELIVERED],
  arranges: ['answer-not-sent'],
  ends: true,
  async run(t, asked) {
    const { headers, body } = t.fault('cancel_delivery');
    const { chatId, key, messageId } = asked.stream;
    const sent = await t.main.act(chatId, 'cancel', body, headers);
    t.skipIf(sent.status !== 502, 'the fault did not show');
    const named = await t.main.act(chatId, 'cancel', { ...body, action_id: asked.actionId }, headers);
    const goesOn = !asked.stream.hasEnded;
    const answered = await answer(t, asked);
    // A service may cancel the interaction alone, which needs no delivery to the turn.
    t.skipIf(named.isSuccess && !answered.isSuccess, 'the cancel closed the interaction alone');
    const claim = t.expect('cancel.undelivered.turn-goes-on');
    together(
      () => t.expect(...NOT_DELIVERED).failsWith(named, 'cancel-not-delivered'),
      () => claim.isTrue(asked.stream, goesOn, 'a turn that waits', 'its end'),
      () => claim.succeeds(answered),
    );
    const end = await finish(t, asked.stream);
    const replay = await replayOf(t, t.scenario(scenario), { chatId, key });
    const history = t.requireSuccess(await t.main.history(chatId));
    const listed = history.items.find(({ id }) => id === messageId);
    for (const [source, shown] of [
      [asked.stream, end?.type],
      [replay, replay instanceof Answer ? undefined : replay.terminal?.type],
      [history, listed?.status],
    ] as const)
      claim.isTrue(source, !String(shown).endsWith('cancelled'), 'a turn that was not cancelled', shown);
  },
});

/** Cancels that the service does not deliver to the turn (section 4.4). */
export const undeliveredCancelChecks = [
  check({
    id: 'cancel.undelivered.unavailable',
    requirements: [
      ...NOT_DELIVERED,
      R['cancel.undelivered.turn-goes-on'],
      R['cancel.turn.ok-means-delivered'],
    ],
    arranges: ['answer-not-sent'],
    needs: ['scenario:long_turn', 'fault:cancel_delivery'],
    waits: WATCHED,
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      const { headers, body } = t.fault('cancel_delivery');
      const sent = await t.main.act(stream.chatId, 'cancel', body, headers);
      t.expect(...NOT_DELIVERED).failsWith(sent, 'cancel-not-delivered');
      await t.wait(WATCHED);
      const end = stream.hasEnded ? await finish(t, stream) : undefined;
      t.require(end?.type !== 'message.error', 'the turn failed');
      t.expect('cancel.undelivered.turn-goes-on', 'errors.cancel-not-delivered.answer').isTrue(
        stream,
        end === undefined,
        'a turn that continues',
        end?.type,
      );
      // The client tries again. A permanent fault refuses this attempt too.
      const again = await t.main.act(stream.chatId, 'cancel', {});
      if (!again.isSuccess) return;
      const cut = await finish(t, stream);
      t.expect('cancel.turn.ok-means-delivered').equals(stream, cut?.type, 'message.cancelled');
    },
  }),

  ...RAISING_PLACES.map(({ name, scenario, kind, situation }) =>
    checkProbes({
      id: `cancel.undelivered.pending.${name}`,
      situations: [{ probe: 'undelivered cancel', ...situation }],
      needs: [...new Set([`scenario:${scenario}`, 'scenario:long_turn', 'fault:cancel_delivery'] as const)],
      lasts: SURELY_WAITS,
      arrange: (t) => raise(t, scenario, kind),
      probes: [undelivered(scenario)],
    }),
  ),
];
