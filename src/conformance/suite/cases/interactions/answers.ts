import { check, R } from '../../check-kit/check.ts';
import { repliesTo, replyTo } from '../../check-kit/interaction-replies.ts';
import { NothingToSee } from '../../check-kit/interruption.ts';
import { chatOf, finish } from '../../check-kit/turns.ts';

/** Which answers the service accepts: from which credential, in which chat, at which endpoint (sections 3.2 and 4.4). */
export const interactionChecks = [
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
    id: 'interactions.plan.in-auto',
    requirements: [R['interactions.state.respond-plan-resolves']],
    needs: ['scenario:plan_in_auto'],
    async run(t) {
      const stream = await t.open(t.scenario('plan_in_auto'));
      t.observe('A-76', stream);
      const event = await stream.until('message.action_required', 'message.completed', 'message.error');
      const reply = event?.data.kind === 'plan_approval' ? replyTo(event) : undefined;
      if (!reply) throw new NothingToSee('a turn in auto mode shows no plan (A-76)');
      const answered = await t.main.act(stream.chatId, reply.action, reply.body);
      t.expect('interactions.state.respond-plan-resolves').succeeds(answered);
      t.require((await finish(t, stream)) !== undefined, 'the turn stalled');
    },
  }),
];
