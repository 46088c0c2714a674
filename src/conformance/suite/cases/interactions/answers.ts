import { check, R } from '../../check-kit/check.ts';
import { answer, raise, repliesTo, replyTo } from '../../check-kit/interaction-replies.ts';
import { NothingToSee } from '../../check-kit/interruption.ts';
import { chatOf, finish, nextMove } from '../../check-kit/turns.ts';

const KINDS = [
  {
    kind: 'tool_approval',
    scenario: 'tool_approval',
    endpoint: 'approve-tool',
    requirements: [R['interactions.approve-tool.kind'], R['interactions.state.approve-tool-resolves']],
  },
  {
    kind: 'plan_approval',
    scenario: 'plan',
    endpoint: 'respond-plan',
    requirements: [R['interactions.respond-plan.kind'], R['interactions.state.respond-plan-resolves']],
  },
  {
    kind: 'elicitation',
    scenario: 'elicitation',
    endpoint: 'respond-elicitation',
    requirements: [
      R['interactions.respond-elicitation.kind'],
      R['interactions.state.respond-elicitation-resolves'],
    ],
  },
  {
    kind: 'auth_required',
    scenario: 'auth_required',
    endpoint: 'cancel-auth',
    requirements: [R['interactions.cancel-auth.kind'], R['interactions.state.cancel-auth-resolves']],
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
    id: 'interactions.answer.scope',
    requirements: [R['interactions.answer.scope']],
    arranges: ['missing-scope'],
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
    requirements: [R['interactions.answer.chat-of-turn'], R['interactions.answer.action-id-verbatim']],
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
    requirements: [R['interactions.state.identified-by-action-id']],
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
    requirements: [R['interactions.answer.own-credential-only'], R['interactions.state.owner-only']],
    arranges: ['foreign-interaction'],
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
    id: 'interactions.action-not-found.other-credential',
    requirements: [R['errors.action-not-found.other-credential']],
    arranges: ['foreign-interaction'],
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
    requirements: [R['interactions.answer.own-turn-only']],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const { reply } = await raise(t, 'tool_approval', 'tool_approval');
      const sent = await t.main.act(await chatOf(t), reply.action, reply.body);
      t.expect('interactions.answer.own-turn-only').isNoSuccess(sent);
    },
  }),

  check({
    id: 'interactions.answer.wrong-kind',
    requirements: [R['interactions.answer.wrong-kind']],
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
    requirements: [R['interactions.plan.in-auto']],
    needs: ['scenario:plan_in_auto'],
    async run(t) {
      const stream = await t.open(t.scenario('plan_in_auto'));
      t.observe('A-76', stream);
      const claim = t.expect('interactions.plan.in-auto');
      const event = await stream.until('message.action_required', 'message.completed', 'message.error');
      const reply = event?.data.kind === 'plan_approval' ? replyTo(event) : undefined;
      if (!reply) throw new NothingToSee('a turn in auto mode shows no plan (A-76)');
      claim.succeeds(await t.main.act(stream.chatId, reply.action, reply.body));
      const end = await finish(t, stream);
      claim.holds(stream, end !== undefined, 'a turn that continues', 'the turn stalled');
    },
  }),
];
