import { CannotGoOn, check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { makeSkill, searchSkills, skillBody } from '../../check-kit/skills.ts';
import { objectsIn } from '../../judge/json.ts';

/** Skills that somebody else has made, and that are seen all the same. */
const SEEN = [
  { resource: 'company_skill', requirement: 'skills.visible.company' },
  { resource: 'shared_skill', requirement: 'skills.visible.shared' },
] as const;

/** Who sees a skill, and with whom it can be shared (section 2.4). */
export const skillVisibilityChecks = [
  ...SEEN.map(({ resource, requirement }) =>
    check({
      id: `skills.visibility.${resource.replace('_', '-')}`,
      requirements: [requirement],
      needs: [`resource:${resource}`],
      async run(t) {
        const id = t.resource(resource);
        const row = t.expect(requirement);
        row.succeeds(await t.main.get(`/skills/${id}`));
        const { page, found } = await searchSkills(t, (skill) => skill.id === id);
        row.holds(page, found !== undefined, `the skill ${id} in the list`, found);
      },
    }),
  ),

  check({
    id: 'skills.visibility.foreign-skill',
    requirements: ['skills.visible.no-others'],
    needs: ['resource:foreign_skill'],
    async run(t) {
      const id = t.resource('foreign_skill');
      const row = t.expect('skills.visible.no-others');
      row.isRefused(await t.main.get(`/skills/${id}`));
      const { page, found } = await searchSkills(t, (skill) => skill.id === id);
      row.holds(page, found === undefined, `no skill ${id} in the list`, found);
    },
  }),

  check({
    id: 'skills.sharing.accepted',
    requirements: [
      'skills.shared-user-ids.accepted',
      'skills.create.shared-user-ids',
      'skills.update.shared-user-ids',
    ],
    needs: ['resource:company_user'],
    async run(t) {
      const sharing = { visibility: 'shared', shared_user_ids: [t.resource('company_user')] };
      const created = await t.main.post('/skills', skillBody(sharing));
      t.expect('skills.create.shared-user-ids', 'skills.shared-user-ids.accepted').succeeds(created);

      const { path } = await makeSkill(t);
      const updated = await t.main.patch(path, sharing);
      t.expect('skills.update.shared-user-ids', 'skills.shared-user-ids.accepted').succeeds(updated);
    },
  }),

  check({
    id: 'skills.sharing.access',
    requirements: ['skills.shared-user-ids.grants-access'],
    needs: ['credential:other_user', 'resource:two_company_users'],
    async run(t) {
      const other = t.as('other_user');
      const [user, nobody] = t.resources('two_company_users');
      const withUser = await makeSkill(t, { visibility: 'shared', shared_user_ids: [user] });
      const withNobody = await makeSkill(t, { visibility: 'shared', shared_user_ids: [nobody] });

      const row = t.expect('skills.shared-user-ids.grants-access');
      row.succeeds(await other.get(withUser.path));
      row.isRefused(await other.get(withNobody.path));
      const { page, found } = await searchSkills(t, ({ id }) => id === withUser.id, other);
      row.holds(page, found !== undefined, `the skill ${withUser.id} in the list`, found);
    },
  }),

  check({
    id: 'skills.sharing.replaced',
    requirements: ['skills.update.replaces-shared-users'],
    needs: ['credential:other_user', 'resource:two_company_users'],
    async run(t) {
      const other = t.as('other_user');
      const [user, another] = t.resources('two_company_users');
      const { path } = await makeSkill(t, { visibility: 'shared', shared_user_ids: [user] });
      t.given(await other.get(path));
      t.given(await t.main.patch(path, { shared_user_ids: [another] }));
      t.expect('skills.update.replaces-shared-users').isRefused(await other.get(path));

      t.given(await t.main.patch(path, { shared_user_ids: [user] }));
      t.expect('skills.update.replaces-shared-users').succeeds(await other.get(path));
    },
  }),

  check({
    id: 'skills.sharing.foreign-company',
    requirements: ['skills.shared-user-ids.same-company', 'errors.resource-not-allowed.shared-user'],
    needs: ['resource:foreign_company_user'],
    async run(t) {
      const sharing = { visibility: 'shared', shared_user_ids: [t.resource('foreign_company_user')] };
      const created = await t.main.post('/skills', skillBody(sharing));
      t.expect('skills.shared-user-ids.same-company').isRefused(created);
      t.expect('errors.resource-not-allowed.shared-user').failsWith(created, 'resource-not-allowed');

      // With which code a change is refused is open.
      const { path } = await makeSkill(t);
      t.expect('skills.shared-user-ids.same-company').isRefused(await t.main.patch(path, sharing));
    },
  }),

  check({
    id: 'skills.allowlist.library',
    requirements: ['skills.create.workspace-in-scope', 'errors.resource-not-allowed.answer'],
    needs: ['credential:allowlist'],
    async run(t) {
      const library = await libraryOutsideAllowlist(t);
      const body = skillBody({ level: 'workspace', workspace_id: library });
      const answer = await t.as('allowlist').post('/skills', body);

      t.expect('skills.create.workspace-in-scope').isRefused(answer);
      // Its skills may be limited too, and then either failure is right.
      t.expect('errors.resource-not-allowed.answer').failsWith(
        answer,
        'resource-not-allowed',
        'creation-denied',
      );
    },
  }),

  check({
    id: 'skills.allowlist.creation',
    requirements: ['errors.creation-denied.answer'],
    needs: ['credential:allowlist_skills'],
    async run(t) {
      const answer = await t.as('allowlist_skills').post('/skills', skillBody());

      t.expect('errors.creation-denied.answer').failsWith(answer, 'creation-denied');
    },
  }),
];

/** A library that the catalog shows to `main` and not to `allowlist`. */
async function libraryOutsideAllowlist(t: CheckContext): Promise<number> {
  const librariesOf = async (credential: string) => {
    const { libraries } = t.given(await t.as(credential).get('/chat/catalog')).data;
    if (!Array.isArray(libraries)) throw new CannotGoOn(`the catalog of ${credential} shows no libraries`);
    return objectsIn(libraries).map(({ id }) => id);
  };
  const allowed = await librariesOf('allowlist');
  const outside = (await librariesOf('main')).find((id) => !allowed.includes(id));
  if (typeof outside !== 'number')
    throw new CannotGoOn('the catalog shows no library that the credential allowlist lacks');
  return outside;
}
