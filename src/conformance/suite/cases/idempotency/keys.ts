import type { CauseId, ErrorRowId, RequirementId } from '../../../../../generated/ids.d.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isSameJson } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { OTHER_BODIES } from '../../check-kit/ended-turn.ts';
import { RAISING_PLACES, raise } from '../../check-kit/interaction-replies.ts';
import { expectRefusal } from '../../check-kit/refused-turn.ts';
import { whileTurnRuns } from '../../check-kit/running-turn.ts';

/** What a repeated send under the key of a running turn may be answered (sections 3.3 and 7). */
interface Repetition {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly cause: CauseId;
  readonly requirements: readonly RequirementId[];
  /** The rows of spec/errors.yaml of which the refusal is one; any refusal if absent. */
  readonly rows?: readonly ErrorRowId[];
  readonly isOnOtherEndpoint?: boolean;
  bodies(turn: Turn): readonly Turn[];
}

const REPETITIONS: readonly Repetition[] = [
  {
    name: 'same-body',
    cause: 'key-of-running-turn',
    requirements: [R['errors.turn-in-progress.answer'], R['idempotency.key.running-refused']],
    rows: ['turn-in-progress'],
    bodies: (turn) => [turn],
  },
  {
    name: 'other-body',
    cause: 'key-of-other-body',
    requirements: [R['errors.idempotency-conflict.answer']],
    // Both failures are faithful while the turn runs.
    rows: ['idempotency-conflict', 'turn-in-progress'],
    bodies: (turn) => OTHER_BODIES.map((change) => change(turn)).filter((other) => !isSameJson(other, turn)),
  },
  {
    // Whether the endpoints share their keys is open, but the chat is busy in any case.
    name: 'other-endpoint',
    cause: 'key-of-running-turn',
    requirements: [R['idempotency.key.running-or-stored']],
    isOnOtherEndpoint: true,
    bodies: (turn) => [turn],
  },
];

const runningChecks: readonly Check[] = REPETITIONS.flatMap(
  ({ name, cause, requirements, rows, isOnOtherEndpoint = false, bodies }) =>
    CHANNELS.map((channel) =>
      check({
        id: `idempotency.running.${channel}.${name}`,
        requirements,
        arranges: [cause],
        needs: ['scenario:long_turn'],
        async run(t) {
          const turn = t.scenario('long_turn', { permission_mode: 'auto' });
          const endpoint = isOnOtherEndpoint ? CHANNELS[1 - CHANNELS.indexOf(channel)] : channel;
          await whileTurnRuns(t, channel, turn, async ({ sent }) => {
            for (const body of bodies(turn)) {
              const again = await inTime(t, t.attempt(endpoint ?? channel, body, sent));
              const refused = await expectRefusal(t, again, ...requirements);
              if (refused && rows) t.expect(...requirements).failsWith(refused, ...rows);
            }
          });
        },
      }),
    ),
);

/** The key of a turn that waits for an answer is the key of a running turn. */
const pendingChecks: readonly Check[] = RAISING_PLACES.map(({ name, scenario, kind }) =>
  check({
    id: `idempotency.running.pending-${name}.same-body`,
    requirements: [R['errors.turn-in-progress.answer'], R['idempotency.key.running-refused']],
    arranges: ['key-of-running-turn'],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const { stream } = await raise(t, scenario, kind);
      const rows = ['errors.turn-in-progress.answer', 'idempotency.key.running-refused'] as const;
      const { chatId, key } = stream;
      const again = await inTime(t, t.attempt('streaming', t.scenario(scenario), { chatId, key }));
      const refused = await expectRefusal(t, again, ...rows);
      if (refused) t.expect(...rows).failsWith(refused, 'turn-in-progress');
    },
  }),
);

export const keyChecks: readonly Check[] = [...pendingChecks, ...runningChecks];

/** Requires that a send is answered soon. @throws CannotGoOn when it is not, as if it ran a turn */
async function inTime(t: CheckContext, sending: Promise<Answer | LiveStream>): Promise<Answer | LiveStream> {
  const sent = await t.inTime(sending);
  t.assume(sent !== undefined, 'the repeated send is not answered');
  return sent as Answer | LiveStream;
}
