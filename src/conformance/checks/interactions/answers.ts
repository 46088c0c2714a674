import { check } from '../../check-kit/check.ts';
import { answer, raise, repliesTo, replyTo } from '../../check-kit/interaction-replies.ts';
import { chatOf, finish, nextMove } from '../../check-kit/turns.ts';

const KINDS = [
  {
    kind: 'tool_approval',
    scenario: 'tool_approval',
    endpoint: 'approve-tool',
    requirements: [
      // The endpoint approve-tool answers an interaction of kind tool_approval.
      'interactions.approve-tool.kind',
      // When approve-tool is accepted, its interaction changes from pending to resolved.
      'interactions.state.approve-tool-resolves',
    ],
  },
  {
    kind: 'plan_approval',
    scenario: 'plan',
    endpoint: 'respond-plan',
    requirements: [
      // The endpoint respond-plan answers an interaction of kind plan_approval.
      'interactions.respond-plan.kind',
      // When respond-plan is accepted, its interaction changes from pending to resolved.
      'interactions.state.respond-plan-resolves',
    ],
  },
  {
    kind: 'elicitation',
    scenario: 'elicitation',
    endpoint: 'respond-elicitation',
    requirements: [
      // The endpoint respond-elicitation answers an interaction of kind elicitation.
      'interactions.respond-elicitation.kind',
      // When respond-elicitation is accepted, its interaction changes from pending to resolved.
      'interactions.state.respond-elicitation-resolves',
    ],
  },
  {
    kind: 'auth_required',
    scenario: 'auth_required',
    endpoint: 'cancel-auth',
    requirements: [
      // The endpoint cancel-auth answers an interaction of kind auth_required.
      'interactions.cancel-auth.kind',
      // When cancel-auth is accepted, its interaction changes from pending to resolved.
      'interactions.state.cancel-auth-resolves',
    ],
  },
] as const;

/**
 * Each kind of interaction has an endpoint for its answer (section 4.4), and the answer resolves it (section 3.2).
 */
const byKind = KINDS.map(({ kind, scenario, endpoint, requirements }) =>
  check({
    id: `interactions.${endpoint}.resolves`,
    requirements,
    needs: [`scenario:${scenario}`],
    async run(t) {
      const asked = await raise(t, scenario, kind);
      const [answersKind, resolves] = requirements;
      t.expect(answersKind, resolves).succeeds(await answer(t, asked));
      t.expect(resolves).isNoSuccess(await answer(t, asked));
    },
  }),
);

/** Which answers the service accepts: from whom, in which chat, at which endpoint (sections 3.2 and 4.4). */
export const interactionChecks = [
  ...byKind,

  check({
    id: 'interactions.answer.unknown',
    requirements: [
      // Each kind is answered by a POST to its own endpoint below /api/v1/chats/{chat_id}/actions/.
      'interactions.answer.path',
      // An answer to an interaction that does not exist gets 404 api_v1_action_not_found.
      'errors.action-not-found.answer',
    ],
    async run(t) {
      const chatId = await chatOf(t);
      for (const { action, body } of repliesTo(t.freshId())) {
        t.expect('interactions.answer.path', 'errors.action-not-found.answer').failsWith(
          await t.main.act(chatId, action, body),
          'action-not-found',
        );
      }
    },
  }),

  check({
    id: 'interactions.answer.scope',
    // A credential without chat:write cannot use any action endpoint.
    requirements: ['interactions.answer.scope'],
    needs: ['credential:no_scope:chat:write'],
    async run(t) {
      const chatId = await chatOf(t);
      for (const { action, body } of repliesTo(t.freshId())) {
        const sent = await t.as('no_scope:chat:write').act(chatId, action, body);
        t.expect('interactions.answer.scope').isRefused(sent);
      }
    },
  }),

  check({
    id: 'interactions.answer.as-asked',
    requirements: [
      // An answer is accepted under the uuid of the chat whose turn asked.
      'interactions.answer.chat-of-turn',
      // The service accepts the action_id string of message.action_required when it comes back unchanged.
      'interactions.answer.action-id-verbatim',
    ],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      t.expect('interactions.answer.chat-of-turn', 'interactions.answer.action-id-verbatim').succeeds(
        await answer(t, asked),
      );
    },
  }),

  check({
    id: 'interactions.state.one-of-two',
    // An answer resolves the interaction whose action_id it names, and no other.
    requirements: ['interactions.state.identified-by-action-id'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const [first, second] = await Promise.all([
        raise(t, 'tool_approval', 'tool_approval'),
        raise(t, 'tool_approval', 'tool_approval'),
      ]);
      const claim = t.expect('interactions.state.identified-by-action-id');
      claim.succeeds(await answer(t, first));
      const moved = await nextMove(t, first.stream);
      claim.holds(first.stream, moved !== undefined, 'a turn that continues', moved?.type);
      claim.succeeds(await answer(t, second));
    },
  }),

  check({
    id: 'interactions.answer.other-credential',
    requirements: [
      // An answer that names an interaction of another credential gets 404.
      'interactions.answer.own-credential-only',
      // An answer from another credential than that of the turn is refused and leaves the interaction pending
      // for its owner.
      'interactions.state.owner-only',
    ],
    needs: ['scenario:tool_approval', 'credential:second'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const { action, body } = asked.reply;
      const foreign = await t.as('second').act(asked.stream.chatId, action, body);

      t.expect('interactions.answer.own-credential-only', 'interactions.state.owner-only').isRefused(foreign);
      t.expect('interactions.state.owner-only').succeeds(await answer(t, asked));
      // The contract does not say whether the chat or the interaction is not found.
      t.expect('interactions.answer.own-credential-only').failsWith(foreign, 'not-found', 'action-not-found');
    },
  }),

  check({
    id: 'errors.action-not-found.other-credential',
    // An answer to another credential's interaction gets 404 api_v1_action_not_found.
    requirements: ['errors.action-not-found.other-credential'],
    needs: ['scenario:tool_approval', 'credential:second'],
    async run(t) {
      const { reply } = await raise(t, 'tool_approval', 'tool_approval');
      const second = t.as('second');
      const sent = await second.act(await chatOf(t, second), reply.action, reply.body);
      t.expect('errors.action-not-found.other-credential').failsWith(sent, 'action-not-found');
    },
  }),

  check({
    id: 'interactions.answer.other-chat',
    // An answer that names an interaction of another chat of the same credential does not succeed.
    requirements: ['interactions.answer.own-turn-only'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const { reply } = await raise(t, 'tool_approval', 'tool_approval');
      const sent = await t.main.act(await chatOf(t), reply.action, reply.body);
      t.expect('interactions.answer.own-turn-only').isNoSuccess(sent);
    },
  }),

  check({
    id: 'interactions.answer.wrong-kind',
    // An answer through the endpoint of another kind is refused, and the interaction can still be answered
    // through its own.
    requirements: ['interactions.answer.wrong-kind'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const claim = t.expect('interactions.answer.wrong-kind');
      for (const { action, body } of repliesTo(asked.actionId)) {
        if (action === asked.reply.action) continue;
        claim.isNoSuccess(await t.main.act(asked.stream.chatId, action, body));
      }
      claim.succeeds(await answer(t, asked));
    },
  }),

  check({
    id: 'interactions.plan.in-auto',
    // A stream in mode auto may raise plan_approval, and the turn goes on once the plan is answered.
    requirements: ['interactions.plan.in-auto'],
    needs: ['scenario:plan_in_auto'],
    async run(t) {
      const stream = await t.open(t.scenario('plan_in_auto'));
      const claim = t.expect('interactions.plan.in-auto');
      const event = await stream.until('message.action_required', 'message.completed', 'message.error');
      // The contract does not say whether a turn in auto mode shows its plan at all.
      const reply = event?.data.kind === 'plan_approval' ? replyTo(event) : undefined;
      if (!reply) return;
      claim.succeeds(await t.main.act(stream.chatId, reply.action, reply.body));
      const end = await finish(t, stream);
      claim.holds(stream, end !== undefined, 'a turn that continues', 'the turn stalled');
    },
  }),
];
