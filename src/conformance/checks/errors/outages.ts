import { isSameUuid } from '../../check-kit/chats.ts';
import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { withFault } from '../../check-kit/turns.ts';
import type { Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import { isObject } from '../../judge/json.ts';

const TURN_DURATION = 30 * 60_000;

/** What comes of a blocking send whose turn went wrong (section 7). */
const failedTurns: readonly Check[] = [
  check({
    id: 'errors.turn-failed',
    requirements: ['errors.turn-failed.answer', 'errors.turn-failed.data-ids'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const chatId = t.freshId();
      const answer = await t.actorOf('upstream_failure').send(t.scenario('upstream_failure'), { chatId });

      t.expect('errors.turn-failed.answer').failsWith(answer, 'turn-failed');
      expectIds(t, 'errors.turn-failed.data-ids', answer, chatId);
    },
  }),

  check({
    id: 'errors.turn-failed.turn-code',
    requirements: ['errors.turn-failed.turn-code'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const actor = t.actorOf('upstream_failure');
      const answer = await actor.send(t.scenario('upstream_failure'));
      t.assume(answer.status === 502, 'the turn did not fail as it should');
      const stream = await t.open(t.scenario('upstream_failure'), {}, actor);
      const ended = await stream.rest();
      t.assume(ended?.type === 'message.error', 'the turn did not fail on the stream');

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
    requirements: ['errors.turn-failed.same-as-replay'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const actor = t.actorOf('upstream_failure');
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const first = await actor.send(t.scenario('upstream_failure'), sent);
      t.assume(first.status === 502, 'the turn did not fail as it should');
      const again = await actor.send(t.scenario('upstream_failure'), sent);

      const row = t.expect('errors.turn-failed.same-as-replay');
      row.equals(again, again.messageCode, first.messageCode, '/message_code');
      row.equals(again, again.data.chat_id, first.data.chat_id, '/data/chat_id');
      row.equals(again, again.data.message_id, first.data.message_id, '/data/message_id');
    },
  }),

  check({
    id: 'errors.interaction-in-auto-mode',
    requirements: ['errors.interaction-in-auto-mode.answer'],
    needs: ['scenario:interaction_in_auto'],
    async run(t) {
      const actor = t.actorOf('interaction_in_auto');
      const answer = await actor.send(t.scenario('interaction_in_auto'));
      const row = t.expect('errors.interaction-in-auto-mode.answer');
      // A target may settle the interaction by itself.
      if (answer.isSuccess) row.succeeds(answer);
      else row.failsWith(answer, 'interaction-in-auto-mode');
    },
  }),

  check({
    id: 'errors.save-unconfirmed',
    requirements: ['errors.save-unconfirmed.answer'],
    needs: ['fault:persistence'],
    async run(t) {
      const answer = await t.main.send(...withFault(t, 'persistence'));
      t.expect('errors.save-unconfirmed.answer').failsWith(answer, 'save-unconfirmed');
    },
  }),

  check({
    id: 'errors.turn-timeout',
    requirements: ['errors.turn-timeout.answer', 'errors.turn-timeout.data-ids'],
    needs: ['scenario:endless_turn', 'wait:30min'],
    waits: TURN_DURATION,
    async run(t) {
      const chatId = t.freshId();
      const patience = TURN_DURATION + 60_000;
      const answer = await t.actorOf('endless_turn').send(t.scenario('endless_turn'), { chatId, patience });

      t.expect('errors.turn-timeout.answer').failsWith(answer, 'turn-timeout');
      expectIds(t, 'errors.turn-timeout.data-ids', answer, chatId);
    },
  }),

  check({
    id: 'errors.turn-timeout.early',
    requirements: ['errors.turn-timeout.answer', 'errors.turn-timeout.data-ids'],
    needs: ['scenario:endless_turn', 'fault:turn_timeout'],
    async run(t) {
      const chatId = t.freshId();
      const sent = withFault(t, 'turn_timeout', t.scenario('endless_turn'), { chatId });
      const answer = await t.actorOf('endless_turn').send(...sent);

      t.expect('errors.turn-timeout.answer').failsWith(answer, 'turn-timeout');
      expectIds(t, 'errors.turn-timeout.data-ids', answer, chatId);
    },
  }),
];

/** What comes of a turn while agents are away. */
const agentOutages: readonly Check[] = [
  ...CHANNELS.map((channel) =>
    check({
      id: `errors.agents-disabled.${channel}`,
      requirements: ['errors.agents-disabled.answer', 'errors.agents-disabled.retry-action'],
      needs: ['fault:agents_disabled', 'resource:agent'],
      async run(t) {
        const came = await t.attempt(channel, ...withFault(t, 'agents_disabled', withAgent(t)));

        t.expect('errors.agents-disabled.answer').failsWith(came, 'agents-disabled');
        const retryAction = came instanceof Answer ? retryActionOf(came) : undefined;
        t.expect('errors.agents-disabled.retry-action').equals(came, retryAction, 'none');
      },
    }),
  ),

  check({
    id: 'errors.agents-disabled.without-selection',
    requirements: ['errors.agents-disabled.without-selection'],
    needs: ['fault:agents_disabled'],
    async run(t) {
      const answer = await t.main.send(...withFault(t, 'agents_disabled'));
      t.expect('errors.agents-disabled.without-selection').accepts(answer);
    },
  }),

  ...CHANNELS.map((channel) =>
    check({
      id: `errors.agents-unavailable.${channel}`,
      requirements: ['errors.agents-unavailable.answer', 'errors.agents-unavailable.nothing-started'],
      needs: ['fault:agents_unavailable', 'resource:agent'],
      async run(t) {
        const chatId = t.freshId();
        const sent = withFault(t, 'agents_unavailable', withAgent(t), { chatId });
        const came = await t.attempt(channel, ...sent);
        const history = await t.main.history(chatId);

        t.expect('errors.agents-unavailable.answer').failsWith(came, 'agents-unavailable');
        t.expect('errors.agents-unavailable.nothing-started').holds(
          history,
          history.items.length === 0,
          'no turn',
          history.items.length,
        );
      },
    }),
  ),
];

export const errorOutageChecks: readonly Check[] = [...failedTurns, ...agentOutages];

/** The `data` of a failed turn says which turn of which chat it was. */
function expectIds(t: CheckContext, requirement: string, answer: Answer, chatId: string): void {
  const { chat_id: chat, message_id: message } = answer.data;
  const row = t.expect(requirement);
  row.holds(answer, isSameUuid(chat, chatId), chatId, chat, '/data/chat_id');
  row.holds(answer, Number.isInteger(message), 'an integer', message, '/data/message_id');
}

function withAgent(t: CheckContext): Turn {
  return t.plain({ attachments: { agent_ids: [t.resource('agent')] } });
}

/** It belongs into `meta.error_details`; that it stands elsewhere is no failure. */
function retryActionOf({ data, meta, body }: Answer): unknown {
  const places = [meta.error_details, meta, data.error_details, data, body].filter(isObject);
  return places.find(({ retry_action }) => retry_action !== undefined)?.retry_action;
}
