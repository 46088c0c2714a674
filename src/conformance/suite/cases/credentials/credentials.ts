import { ALLOWLIST_BLOCKS, attach, outsideAllowlist } from '../../check-kit/catalog.ts';
import { check, R } from '../../check-kit/check.ts';

/** Allowlists (section 5). restrictions.ts has every way to name a resource. */
export const credentialChecks = [
  check({
    id: 'credentials.allowlist.narrows',
    requirements: [R['credentials.allowlist.narrows']],
    arranges: ['outside-allowlist'],
    needs: ['credential:allowlist'],
    async run(t) {
      const limited = t.as('allowlist');
      const all = t.requireSuccess(await t.main.get('/chat/catalog'));
      const some = t.requireSuccess(await limited.get('/chat/catalog'));
      const beyond = ALLOWLIST_BLOCKS.flatMap((block) => {
        const id = outsideAllowlist(t, block, all, some);
        return id === undefined ? [] : [{ block, id }];
      });
      t.require(
        beyond.length > 0,
        'the catalog hides nothing from the credential allowlist that it shows to main, and the profile names nothing outside it',
      );
      const claim = t.expect('credentials.allowlist.narrows');
      for (const { block, id } of beyond) claim.isRefused(await attach(t, limited, block, [id]));
    },
  }),
];
