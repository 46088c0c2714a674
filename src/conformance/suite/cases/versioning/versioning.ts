import { check, R } from '../../check-kit/check.ts';
import { expectRefusal } from '../../check-kit/refused-turn.ts';

/** The permission modes of version 1 (section 9). The mode `plan` exists only in the application. */
export const versioningChecks = [
  check({
    id: 'versioning.modes.plan',
    requirements: [R['versioning.modes.manual-and-auto']],
    arranges: ['unlisted-mode'],
    async run(t) {
      t.expect('versioning.modes.manual-and-auto').isRefused(
        await t.main.send(t.plain({ permission_mode: 'plan' })),
      );
    },
  }),

  check({
    id: 'versioning.modes.plan-not-streamed',
    requirements: [R['versioning.modes.plan-not-streamed']],
    arranges: ['unlisted-mode'],
    async run(t) {
      const sent = await t.attempt('streaming', t.plain({ permission_mode: 'plan' }));
      await expectRefusal(t, sent, 'versioning.modes.plan-not-streamed');
    },
  }),
];
