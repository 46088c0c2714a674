import type { Actor } from '../../../drive/actor.ts';
import { MISSING_ID } from '../../../judge/missing-id.ts';
import { idsListed } from '../../check-kit/catalog.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { type MadeSkill, makeSkill, searchSkills, skillBody } from '../../check-kit/skills.ts';

const GRANTED = R['skills.shared-user-ids.grants-access'];
const GONE = R['skills.delete.no-longer-served'];
const REPLACED = R['skills.update.replaces-shared-users'];
const SAME_COMPANY = R['skills.shared-user-ids.same-company'];
const UNKNOWN = R['skills.shared-user-ids.unknown-refused'];
const NOT_ALLOWED = R['errors.resource-not-allowed.shared-user'];

/** Changes that leave a skill shared with the same users. */
const OTHER_CHANGES = [
  { description: 'Described' },
  { instructions: 'Answer in two sentences.' },
  { icon: 'key' },
];

/** Every user in a list of users counts, at every endpoint that shows who can see a skill (section 2.4). */
export const skillSharingChecks = [
  check({
    id: 'skills.sharing.foreign-beside',
    requirements: [SAME_COMPANY, NOT_ALLOWED],
    arranges: ['user-of-other-company'],
    needs: ['resource:company_user', 'resource:foreign_company_user'],
    async run(t) {
      const [own, foreign] = [t.resource('company_user'), t.resource('foreign_company_user')];
      const { path } = await makeSkill(t, { visibility: 'shared', shared_user_ids: [own] });
      for (const shared_user_ids of [
        [own, foreign],
        [foreign, own],
      ]) {
        const created = await t.main.post('/skills', skillBody({ visibility: 'shared', shared_user_ids }));
        t.expect(SAME_COMPANY).isRefused(created);
        t.expect(NOT_ALLOWED).failsWith(created, 'resource-not-allowed');
        // The contract does not say which code refuses an update.
        const updated = await t.main.patch(path, { shared_user_ids });
        t.observe('A-123', updated);
        t.expect(SAME_COMPANY).isRefused(updated);
      }
    },
  }),

  check({
    id: 'skills.sharing.unknown-user',
    requirements: [UNKNOWN],
    arranges: ['unknown-user'],
    async run(t) {
      const sharing = { visibility: 'shared', shared_user_ids: [MISSING_ID] };
      t.expect(UNKNOWN).isRefused(await t.main.post('/skills', skillBody(sharing)));
      const { path } = await makeSkill(t);
      t.expect(UNKNOWN).isRefused(await t.main.patch(path, sharing));
    },
  }),

  check({
    id: 'skills.sharing.replaced',
    requirements: [REPLACED, R['skills.update.only-sent-fields']],
    needs: ['credential:other_user', 'resource:two_company_users'],
    async run(t) {
      const other = t.as('other_user');
      const [user, another] = t.resources('two_company_users');
      const skill = await makeSkill(t, { visibility: 'shared', shared_user_ids: [user] });
      t.requireSuccess(await other.get(skill.path));
      t.requireSuccess(await t.main.patch(skill.path, { shared_user_ids: [another] }));
      await expectSeen(t, REPLACED, other, skill, false);

      t.requireSuccess(await t.main.patch(skill.path, { shared_user_ids: [user] }));
      await expectSeen(t, REPLACED, other, skill, true);
      for (const change of OTHER_CHANGES) {
        t.requireSuccess(await t.main.patch(skill.path, change));
        t.expect('skills.update.only-sent-fields').succeeds(await other.get(skill.path));
      }
      // A service may refuse to share a skill with nobody.
      const cleared = await t.main.patch(skill.path, { shared_user_ids: [] });
      if (cleared.isSuccess) await expectSeen(t, REPLACED, other, skill, false);
    },
  }),

  check({
    id: 'skills.delete.shared',
    requirements: [GONE],
    needs: ['credential:other_user', 'resource:two_company_users'],
    async run(t) {
      const other = t.as('other_user');
      const skill = await makeSkill(t, {
        visibility: 'shared',
        shared_user_ids: t.resources('two_company_users'),
      });
      t.requireSuccess(await other.get(skill.path));
      t.requireSuccess(await t.main.delete(skill.path));
      await expectSeen(t, GONE, other, skill, false);
    },
  }),

  // A skill shared with two users. The user of other_user must see it, whichever of the two that is.
  ...(['createSkill', 'updateSkill'] as const).map((operation) =>
    check({
      id: `skills.sharing.with-two.${operation}`,
      requirements: [GRANTED],
      needs: ['credential:other_user', 'resource:two_company_users'],
      async run(t) {
        const [one, two] = t.resources('two_company_users');
        const claim = t.expect(GRANTED);
        const { path } = operation === 'updateSkill' ? await makeSkill(t) : { path: '' };
        for (const shared_user_ids of [
          [one, two],
          [two, one],
        ]) {
          const members = { visibility: 'shared', shared_user_ids };
          const sent =
            operation === 'createSkill'
              ? await t.main.post('/skills', skillBody(members))
              : await t.main.patch(path, members);
          claim.succeeds(sent);
          claim.succeeds(await t.as('other_user').get(`/skills/${sent.data.id}`));
        }
      },
    }),
  ),

  check({
    id: 'skills.sharing.second-user',
    requirements: [GRANTED, REPLACED],
    needs: ['credential:other_user', 'resource:two_company_users'],
    async run(t) {
      const [user, another] = t.resources('two_company_users');
      const skill = await makeSkill(t, { visibility: 'shared', shared_user_ids: [another, user] });
      const other = t.as('other_user');
      await expectSeen(t, GRANTED, other, skill, true);
      // Other changes keep the users. The skill is deactivated and activated again.
      for (const change of [
        () => t.main.patch(`${skill.path}/toggle`),
        () => t.main.patch(skill.path, { icon: 'key' }),
        () => t.main.patch(`${skill.path}/toggle`),
      ])
        t.requireSuccess(await change());
      await expectSeen(t, GRANTED, other, skill, true);
      // The judge compares what the change must keep, for example that the skill is inactive.
      t.requireSuccess(await t.main.patch(`${skill.path}/toggle`));
      t.requireSuccess(await t.main.patch(skill.path, { shared_user_ids: [another] }));
      t.requireSuccess(await t.main.patch(`${skill.path}/toggle`));
      await expectSeen(t, REPLACED, other, skill, false);
    },
  }),
];

/** Expects that a user sees a skill at every endpoint that shows skills, or at none. */
async function expectSeen(
  t: CheckContext,
  requirement: typeof GONE | typeof GRANTED | typeof REPLACED,
  user: Actor,
  { id, path }: MadeSkill,
  isSeen: boolean,
): Promise<void> {
  const claim = t.expect(requirement);
  const read = await user.get(path);
  claim.isTrue(read, read.isSuccess === isSeen, isSeen ? 'the skill' : 'no skill', read.status);
  const { page, found } = await searchSkills(t, (skill) => skill.id === id, user);
  claim.isTrue(
    page,
    (found !== undefined) === isSeen,
    `${isSeen ? 'the' : 'no'} skill ${id}`,
    found,
    '/data',
  );
  const catalog = t.requireSuccess(await user.get('/chat/catalog'));
  const listed = idsListed(catalog, 'skills');
  claim.isTrue(
    catalog,
    listed.includes(id) === isSeen,
    `${isSeen ? 'the' : 'no'} skill ${id}`,
    listed,
    '/data/skills',
  );
}
