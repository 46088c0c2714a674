import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { Actor, Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import { isObject } from '../../../judge/json.ts';
import { isSameUuid } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { chatOf, withFault } from '../../check-kit/turns.ts';

const TURN_DURATION = 30 * 60_000;
/** How late the deadline may take effect. */
const LATE = 5 * 60_000;

/** Answers to blocking sends whose turns fail (section 7). */
const failedTurns: readonly Check[] = [
  check({
    id: 'errors.turn-failed',
    requirements: [R['errors.turn-failed.answer'], R['errors.turn-failed.data-ids']],
    arranges: ['upstream-failure'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const actor = t.actorOf('upstream_failure');
      const chatId = t.freshId();
      const earlier: unknown[] = [];
      for (let failed = 1; failed <= 2; failed += 1) {
        const answer = await actor.send(t.scenario('upstream_failure'), { chatId });
        t.expect('errors.turn-failed.answer').failsWith(answer, 'turn-failed');
        await expectIds(t, 'errors.turn-failed.data-ids', answer, actor, chatId, earlier);
        earlier.push(answer.data.message_id);
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

  check({
    id: 'errors.turn-failed.replay',
    requirements: [R['errors.turn-failed.same-as-replay']],
    arranges: ['upstream-failure'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const actor = t.actorOf('upstream_failure');
      const chatId = t.freshId();
      for (const key of [t.freshId(), t.freshId()]) {
        const first = await actor.send(t.scenario('upstream_failure'), { chatId, key });
        t.require(first.status === 502, 'the turn that should fail was not answered with 502');
        const again = await actor.send(t.scenario('upstream_failure'), { chatId, key });

        const claim = t.expect('errors.turn-failed.same-as-replay');
        claim.equals(again, again.messageCode, first.messageCode, '/message_code');
        claim.equals(again, again.data.chat_id, first.data.chat_id, '/data/chat_id');
        claim.equals(again, again.data.message_id, first.data.message_id, '/data/message_id');
      }
    },
  }),

  check({
    id: 'errors.interaction-in-auto-mode',
    requirements: [R['errors.interaction-in-auto-mode.answer']],
    arranges: ['client-needed'],
    needs: ['scenario:interaction_in_auto'],
    async run(t) {
      const actor = t.actorOf('interaction_in_auto');
      const answer = await actor.send(t.scenario('interaction_in_auto'));
      const claim = t.expect('errors.interaction-in-auto-mode.answer');
      // A service may settle the interaction without the client.
      if (answer.isSuccess) claim.succeeds(answer);
      else claim.failsWith(answer, 'interaction-in-auto-mode');
    },
  }),

  check({
    id: 'errors.save-unconfirmed',
    requirements: [R['errors.save-unconfirmed.answer']],
    arranges: ['save-unconfirmed'],
    needs: ['fault:persistence'],
    async run(t) {
      const answer = await t.main.send(...withFault(t, 'persistence'));
      t.expect('errors.save-unconfirmed.answer').failsWith(answer, 'save-unconfirmed');
    },
  }),

  check({
    id: 'errors.turn-timeout',
    requirements: [R['errors.turn-timeout.answer'], R['errors.turn-timeout.data-ids']],
    arranges: ['over-time'],
    needs: ['scenario:endless_turn', 'wait:30min'],
    waits: TURN_DURATION,
    async run(t) {
      const actor = t.actorOf('endless_turn');
      // The other check of the deadline uses a new chat.
      const chatId = await chatOf(t, actor);
      const earlier = (await actor.history(chatId)).items.map(({ id }) => id);
      const patience = TURN_DURATION + 2 * LATE;
      const sending = actor.send(t.scenario('endless_turn'), { chatId, patience });
      const answer = await t.inTime(sending, TURN_DURATION, { tolerance: LATE });
      const claim = t.expect('errors.turn-timeout.answer');
      if (!answer) {
        const stopped = await actor.act(chatId, 'cancel', {});
        claim.isTrue(stopped, false, 'an answer after 30 minutes', 'none after 35');
        return;
      }
      claim.failsWith(answer, 'turn-timeout');
      await expectIds(t, 'errors.turn-timeout.data-ids', answer, actor, chatId, earlier);
    },
  }),

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
  { name: '', select: withAgent },
  { name: 'cited.', select: withCitedAgent },
] as const;

/** Answers to turns while agents are disabled or unavailable (section 7). */
const agentOutages: readonly Check[] = [
  ...SELECTIONS.flatMap(({ name, select }) =>
    CHANNELS.flatMap((channel) => [
      check({
        id: `errors.agents-disabled.${name}${channel}`,
        requirements: [R['errors.agents-disabled.answer'], R['errors.agents-disabled.retry-action']],
        arranges: ['agents-disabled'],
        needs: ['fault:agents_disabled', 'resource:agent'],
        async run(t) {
          const sent = await t.attempt(channel, ...withFault(t, 'agents_disabled', select(t)));

          t.expect('errors.agents-disabled.answer').failsWith(sent, 'agents-disabled');
          const retryAction = sent instanceof Answer ? retryActionOf(sent) : undefined;
          t.expect('errors.agents-disabled.retry-action').equals(sent, retryAction, 'none');
        },
      }),
      check({
        id: `errors.agents-unavailable.${name}${channel}`,
        requirements: [R['errors.agents-unavailable.answer'], R['errors.agents-unavailable.nothing-started']],
        arranges: ['agents-unavailable'],
        needs: ['fault:agents_unavailable', 'resource:agent'],
        async run(t) {
          const chatId = t.freshId();
          const faulty = withFault(t, 'agents_unavailable', select(t), { chatId });
          const sent = await t.attempt(channel, ...faulty);
          const history = await t.main.history(chatId);

          t.expect('errors.agents-unavailable.answer').failsWith(sent, 'agents-unavailable');
          t.expect('errors.agents-unavailable.nothing-started').isTrue(
            history,
            history.items.length === 0,
            'no turn',
            history.items.length,
          );
        },
      }),
    ]),
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

/**
 * Expects that the `data` of a failed turn names the turn and its chat. A failed turn may be missing from the listing; if it is
 * listed, the listing shows its id.
 */
async function expectIds(
  t: CheckContext,
  requirement: RequirementId,
  answer: Answer,
  actor: Actor,
  chatId: string,
  earlier: readonly unknown[] = [],
): Promise<void> {
  const { chat_id: chat, message_id: message } = answer.data;
  const claim = t.expect(requirement);
  claim.isTrue(answer, isSameUuid(chat, chatId), chatId, chat, '/data/chat_id');
  claim.isTrue(answer, Number.isInteger(message), 'an integer', message, '/data/message_id');
  claim.isTrue(answer, !earlier.includes(message), 'an id of its own', message, '/data/message_id');
  const listed = (await actor.history(chatId)).items.find(({ id }) => !earlier.includes(id));
  if (listed) claim.equals(answer, message, listed.id, '/data/message_id');
}

function withCitedAgent(t: CheckContext): Turn {
  const turn = t.plain();
  return { ...turn, content: `${turn.content} {{agent:${t.resource('agent')}}}` };
}

function withAgent(t: CheckContext): Turn {
  return t.plain({ attachments: { agent_ids: [t.resource('agent')] } });
}

/** The contract places retry_action in `meta.error_details`, but a service may place it elsewhere. */
function retryActionOf({ data, meta, body }: Answer): unknown {
  const places = [meta.error_details, meta, data.error_details, data, body].filter(isObject);
  return places.find(({ retry_action }) => retry_action !== undefined)?.retry_action;
}
