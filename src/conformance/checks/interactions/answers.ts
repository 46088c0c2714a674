import { check } from '../../check-kit/check.ts';
import { answer, raise, repliesTo, replyTo } from '../../check-kit/interaction-replies.ts';
import { chatOf, finish, nextMove } from '../../check-kit/turns.ts';

const KINDS = [
  { kind: 'tool_approval', scenario: 'tool_approval', endpoint: 'approve-tool' },
  { kind: 'plan_approval', scenario: 'plan', endpoint: 'respond-plan' },
  { kind: 'elicitation', scenario: 'elicitation', endpoint: 'respond-elicitation' },
  { kind: 'auth_required', scenario: 'auth_required', endpoint: 'cancel-auth' },
] as const;

/** Each kind has an endpoint that answers it (section 4.4), and is resolved by that (section 3.2). */
const byKind = KINDS.map(({ kind, scenario, endpoint }) =>
  check({
    id: `interactions.${endpoint}.resolves`,
    requirements: [`interactions.${endpoint}.kind`, `interactions.state.${endpoint}-resolves`],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const asked = await raise(t, scenario, kind);
      t.expect(`interactions.${endpoint}.kind`, `interactions.state.${endpoint}-resolves`).succeeds(
        await answer(t, asked),
      );
      t.expect(`interactions.state.${endpoint}-resolves`).isNoSuccess(await answer(t, asked));
    },
  }),
);

/** Whose answers count, and where they are given. */
export const interactionChecks = [
  ...byKind,

  check({
    id: 'interactions.answer.unknown',
    requirements: ['interactions.answer.path', 'errors.action-not-found.answer'],
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
    requirements: ['interactions.answer.chat-of-turn', 'interactions.answer.action-id-verbatim'],
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
    requirements: ['interactions.state.identified-by-action-id'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const [first, second] = await Promise.all([
        raise(t, 'tool_approval', 'tool_approval'),
        raise(t, 'tool_approval', 'tool_approval'),
      ]);
      const row = t.expect('interactions.state.identified-by-action-id');
      row.succeeds(await answer(t, first));
      const moved = await nextMove(t, first.stream);
      row.holds(first.stream, moved !== undefined, 'the turn that was answered moves', moved?.type);
      row.succeeds(await answer(t, second));
    },
  }),

  check({
    id: 'interactions.answer.other-credential',
    requirements: ['interactions.answer.own-credential-only', 'interactions.state.owner-only'],
    needs: ['scenario:tool_approval', 'credential:second'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const { action, body } = asked.reply;
      const foreign = await t.as('second').act(asked.stream.chatId, action, body);

      t.expect('interactions.answer.own-credential-only', 'interactions.state.owner-only').isRefused(foreign);
      t.expect('interactions.state.owner-only').succeeds(await answer(t, asked));
      // Whether it is the chat or the interaction that is not found is open.
      t.expect('interactions.answer.own-credential-only').failsWith(foreign, 'not-found', 'action-not-found');
    },
  }),

  check({
    id: 'errors.action-not-found.other-credential',
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
    requirements: ['interactions.answer.wrong-kind'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const row = t.expect('interactions.answer.wrong-kind');
      for (const { action, body } of repliesTo(asked.actionId)) {
        if (action === asked.reply.action) continue;
        row.isNoSuccess(await t.main.act(asked.stream.chatId, action, body));
      }
      row.succeeds(await answer(t, asked));
    },
  }),

  check({
    id: 'interactions.plan.in-auto',
    requirements: ['interactions.plan.in-auto'],
    needs: ['scenario:plan_in_auto'],
    async run(t) {
      const stream = await t.open(t.scenario('plan_in_auto'));
      const row = t.expect('interactions.plan.in-auto');
      const event = await stream.until('message.action_required', 'message.completed', 'message.error');
      // Whether a plan is shown in auto at all is open.
      const reply = event?.data.kind === 'plan_approval' ? replyTo(event) : undefined;
      if (!reply) return;
      row.succeeds(await t.main.act(stream.chatId, reply.action, reply.body));
      const end = await finish(t, stream);
      row.holds(stream, end !== undefined, 'the turn goes on', 'it stands still');
    },
  }),
];
