import { check, R } from '../../check-kit/check.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';

/** The answers to a plan (section 4.4). */
export const respondPlanChecks = ['approve', 'reject'].map((action) =>
  check({
    id: `interactions.respond-plan.${action}`,
    requirements: [R['interactions.respond-plan.action']],
    needs: ['scenario:plan'],
    async run(t) {
      const asked = await raise(t, 'plan', 'plan_approval');
      t.expect('interactions.respond-plan.action').succeeds(await answer(t, asked, { action }));
    },
  }),
);
