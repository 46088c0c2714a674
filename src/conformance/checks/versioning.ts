import { check } from '../check-kit/check.ts';

/** The modes of version 1 (section 9). `plan` is the application's, and no mode here. */
export const versioningChecks = [
  check({
    id: 'versioning.modes.plan',
    requirements: ['versioning.modes.manual-and-auto'],
    async run(t) {
      t.expect('versioning.modes.manual-and-auto').isRefused(
        await t.main.send(t.plain({ permission_mode: 'plan' })),
      );
    },
  }),

  check({
    id: 'versioning.modes.plan-not-streamed',
    requirements: ['versioning.modes.plan-not-streamed'],
    async run(t) {
      t.expect('versioning.modes.plan-not-streamed').isRefused(
        await t.attempt('streaming', t.plain({ permission_mode: 'plan' })),
      );
    },
  }),
];
