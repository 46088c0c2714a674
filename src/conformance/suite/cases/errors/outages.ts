import { Answer } from '../../../drive/answer.ts';
import { isObject } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { expectIds } from '../../check-kit/failed-turn.ts';
import { expectFree, expectNoTurn, refusedOver } from '../../check-kit/refused-turn.ts';
import { selecting, withFault } from '../../check-kit/turns.ts';

/** Faults after which the service does not know what it has stored. */
const UNKNOWN = [
  { row: 'save-unconfirmed', cause: 'save-unconfirmed', fault: 'persistence' },
  { row: 'outcome-unknown', cause: 'outcome-unknown', fault: 'idempotency_outcome_unknown' },
] as const;

/** Answers to blocking sends whose turns fail (section 7). */
const failedTurns: readonly Check[] = [
  check({
    id: 'errors.turn-failed',
    requirements: [
      R['errors.turn-failed.answer'],
      R['errors.turn-failed.data-ids'],
      R['errors.turn-failed.same-as-replay'],
    ],
    arranges: ['upstream-failure'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const actor = t.actorOf('upstream_failure');
      const chatId = t.freshId();
      const earlier: unknown[] = [];
      for (let failed = 1; failed <= 2; failed += 1) {
        const sent = { chatId, key: t.freshId() };
        const answer = await actor.send(t.scenario('upstream_failure'), sent);
        t.expect('errors.turn-failed.answer').failsWith(answer, 'turn-failed');
        await expectIds(t, 'errors.turn-failed.data-ids', answer, actor, chatId, earlier);
        earlier.push(answer.data.message_id);
        const again = await actor.send(t.scenario('upstream_failure'), sent);
        const claim = t.expect('errors.turn-failed.same-as-replay');
        claim.equals(again, again.messageCode, answer.messageCode, '/message_code');
        claim.equals(again, again.data.chat_id, answer.data.chat_id, '/data/chat_id');
        claim.equals(again, again.data.message_id, answer.data.message_id, '/data/message_id');
      }
    },
  }),

  check({
    id: 'errors.turn-failed.turn-code',
    requirements: [R['errors.turn-failed.turn-code']],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const actor = t.actorOf('upstream_failure');
      const answer = await actor.send(t.scenario('upstream_failure'));
      t.require(answer.status === 502, 'the turn that should fail was not answered with 502');
      const stream = await t.open(t.scenario('upstream_failure'), {}, actor);
      const ended = await stream.rest();
      t.require(ended?.type === 'message.error', 'the turn did not end with message.error on the stream');

      t.expect('errors.turn-failed.turn-code').equals(
        answer,
        answer.messageCode,
        ended?.data.code,
        '/message_code',
      );
    },
  }),

  ...UNKNOWN.map(({ row, cause, fault }) =>
    check({
      id: `errors.${row}`,
      requirements: [R[`errors.${row}.answer`]],
      arranges: [cause],
      needs: [`fault:${fault}`],
      async run(t) {
        t.expect(`errors.${row}.answer`).failsWith(await t.main.send(...withFault(t, fault)), row);
      },
    }),
  ),

  check({
    id: 'errors.turn-timeout.early',
    requirements: [R['errors.turn-timeout.answer'], R['errors.turn-timeout.data-ids']],
    arranges: ['over-time'],
    needs: ['scenario:endless_turn', 'fault:turn_timeout'],
    async run(t) {
      const chatId = t.freshId();
      const faulty = withFault(t, 'turn_timeout', t.scenario('endless_turn'), { chatId });
      const answer = await t.actorOf('endless_turn').send(...faulty);

      t.expect('errors.turn-timeout.answer').failsWith(answer, 'turn-timeout');
      await expectIds(t, 'errors.turn-timeout.data-ids', answer, t.actorOf('endless_turn'), chatId);
    },
  }),
];

/** How a turn selects an agent: agents that are only cited in the content also count as selected. */
const SELECTIONS = [
  { name: '', select: (t: CheckContext) => selecting(t, [t.resource('agent')]) },
  { name: 'cited.', select: (t: CheckContext) => selecting(t, [], [t.resource('agent')]) },
] as const;

/** Answers to turns while agents are disabled or unavailable (section 7). */
const agentOutages: readonly Check[] = [
  ...SELECTIONS.flatMap(({ name, select }) =>
    CHANNELS.flatMap((channel) => {
      const disabled = refusedOver(channel, 'errors.agents-disabled.answer');
      const unavailable = refusedOver(channel, 'errors.agents-unavailable.answer');
      return [
        check({
          id: `errors.agents-disabled.${name}${channel}`,
          requirements: [...disabled, R['errors.agents-disabled.retry-action']],
          arranges: ['agents-disabled'],
          needs: ['fault:agents_disabled', 'resource:agent'],
          async run(t) {
            const chatId = t.freshId();
            const sent = await t.attempt(channel, ...withFault(t, 'agents_disabled', select(t), { chatId }));

            t.expect(...disabled).failsWith(sent, 'agents-disabled');
            const retryAction = sent instanceof Answer ? retryActionOf(sent) : undefined;
            t.expect('errors.agents-disabled.retry-action').equals(sent, retryAction, 'none');
            await expectNoTurn(t, disabled, chatId);
            await expectFree(t, disabled, chatId);
          },
        }),
        check({
          id: `errors.agents-unavailable.${name}${channel}`,
          requirements: [...unavailable, R['errors.agents-unavailable.nothing-started']],
          arranges: ['agents-unavailable'],
          needs: ['fault:agents_unavailable', 'resource:agent'],
          async run(t) {
            const chatId = t.freshId();
            const faulty = withFault(t, 'agents_unavailable', select(t), { chatId });
            t.expect(...unavailable).failsWith(await t.attempt(channel, ...faulty), 'agents-unavailable');
            const nothing = ['errors.agents-unavailable.nothing-started'] as const;
            await expectNoTurn(t, nothing, chatId);
            await expectFree(t, nothing, chatId);
          },
        }),
      ];
    }),
  ),

  check({
    id: 'errors.agents-disabled.without-selection',
    requirements: [R['errors.agents-disabled.without-selection']],
    needs: ['fault:agents_disabled'],
    async run(t) {
      const claim = t.expect('errors.agents-disabled.without-selection');
      for (const attachments of [undefined, { agent_ids: [] }])
        for (const channel of CHANNELS) {
          const turn = t.plain({ attachments, permission_mode: 'auto' });
          claim.accepts(await t.attempt(channel, ...withFault(t, 'agents_disabled', turn)));
        }
    },
  }),
];

export const errorOutageChecks: readonly Check[] = [...failedTurns, ...agentOutages];

/** The contract places retry_action in `meta.error_details`, but a service may place it elsewhere. */
function retryActionOf({ data, meta, body }: Answer): unknown {
  const places = [meta.error_details, meta, data.error_details, data, body].filter(isObject);
  return places.find(({ retry_action }) => retry_action !== undefined)?.retry_action;
}
