import type { CredentialName } from '../../../../../generated/ids.d.ts';
import { isInteger, type JsonInteger } from '../../../../exact-json/exact-number.ts';
import { objectsIn } from '../../../judge/json.ts';
import { idsListed } from '../../check-kit/catalog.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { CannotGoOn } from '../../check-kit/interruption.ts';
import { expectSeen } from '../../check-kit/skill-observer.ts';
import { makeSkill, skillBody } from '../../check-kit/skills.ts';

/** The most skills of another company that a check reads. */
const MOST_READ = 20;

/** Skills of other users that the main credential sees. */
const VISIBLE = [
  { resource: 'company_skill', requirement: R['skills.visible.company'] },
  { resource: 'shared_skill', requirement: R['skills.visible.shared'] },
] as const;

/** The visibility of skills, and sharing them with users (section 2.4). */
export const skillVisibilityChecks = [
  ...VISIBLE.map(({ resource, requirement }) =>
    check({
      id: `skills.visibility.${resource.replace('_', '-')}`,
      requirements: [requirement],
      needs: [`resource:${resource}`],
      async run(t) {
        const id = t.resource(resource);
        const { data } = await t.main.get(`/skills/${id}`);
        const isActive = data.is_active === true;
        await expectSeen(t, t.expect(requirement), t.main, id, { isSeen: true, isActive });
      },
    }),
  ),

  check({
    id: 'skills.visibility.foreign-skill',
    requirements: [R['skills.visible.no-others']],
    arranges: ['foreign-skill'],
    needs: ['resource:foreign_skill'],
    async run(t) {
      const claim = t.expect('skills.visible.no-others');
      await expectSeen(t, claim, t.main, t.resource('foreign_skill'), { isSeen: false });
    },
  }),

  check({
    id: 'skills.visibility.other-company',
    requirements: [R['skills.visible.no-others']],
    arranges: ['foreign-skill'],
    needs: ['credential:other_company'],
    async run(t) {
      const other = t.as('other_company');
      for (const [one, stranger] of [
        [other, t.main],
        [t.main, other],
      ] as const) {
        const { items } = t.requireSuccess(await one.get('/skills?size=200'));
        for (const { id } of items.slice(0, MOST_READ))
          t.expect('skills.visible.no-others').isRefused(await stranger.get(`/skills/${id}`));
        const catalog = await stranger.get('/chat/catalog');
        const shown = idsListed(catalog, 'skills').find((id) => items.some((skill) => skill.id === id));
        t.expect('skills.visible.no-others').isTrue(
          catalog,
          shown === undefined,
          'no skill of another company',
          shown,
          '/data/skills',
        );
      }
    },
  }),

  check({
    id: 'skills.sharing.accepted',
    requirements: [
      R['skills.shared-user-ids.accepted'],
      R['skills.create.shared-user-ids'],
      R['skills.update.shared-user-ids'],
      R['skills.level.default-personal'],
    ],
    needs: ['resource:company_user'],
    async run(t) {
      const sharing = { visibility: 'shared', shared_user_ids: [t.resource('company_user')] };
      const created = await t.main.post('/skills', skillBody(sharing));
      t.expect('skills.create.shared-user-ids', 'skills.shared-user-ids.accepted').succeeds(created);
      t.expect('skills.level.default-personal').shows(created, 'level', 'personal');

      const { path } = await makeSkill(t);
      const updated = await t.main.patch(path, sharing);
      t.expect('skills.update.shared-user-ids', 'skills.shared-user-ids.accepted').succeeds(updated);
    },
  }),

  check({
    id: 'skills.sharing.foreign-company',
    requirements: [R['skills.shared-user-ids.same-company'], R['errors.resource-not-allowed.shared-user']],
    arranges: ['user-of-other-company'],
    needs: ['resource:foreign_company_user'],
    async run(t) {
      const sharing = { visibility: 'shared', shared_user_ids: [t.resource('foreign_company_user')] };
      const created = await t.main.post('/skills', skillBody(sharing));
      t.expect('skills.shared-user-ids.same-company').isRefused(created);
      t.expect('errors.resource-not-allowed.shared-user').failsWith(created, 'resource-not-allowed');

      // The contract does not say which code refuses an update.
      const { path } = await makeSkill(t);
      const updated = await t.main.patch(path, sharing);
      t.observe('A-123', updated);
      t.expect('skills.shared-user-ids.same-company').isRefused(updated);
    },
  }),

  check({
    id: 'skills.allowlist.library',
    requirements: [R['skills.create.workspace-in-scope'], R['errors.resource-not-allowed.answer']],
    arranges: ['library-out-of-reach'],
    needs: ['credential:allowlist'],
    async run(t) {
      const library = await libraryOutsideAllowlist(t);
      const body = skillBody({ level: 'workspace', workspace_id: library });
      const answer = await t.as('allowlist').post('/skills', body);

      t.expect('skills.create.workspace-in-scope').isRefused(answer);
      // The allowlist may also restrict skills, so either failure is valid.
      t.expect('errors.resource-not-allowed.answer').failsWith(
        answer,
        'resource-not-allowed',
        'creation-denied',
      );
    },
  }),

  check({
    id: 'skills.allowlist.creation',
    requirements: [R['errors.creation-denied.answer']],
    arranges: ['limited-creation'],
    needs: ['credential:allowlist_skills'],
    async run(t) {
      const answer = await t.as('allowlist_skills').post('/skills', skillBody());

      t.expect('errors.creation-denied.answer').failsWith(answer, 'creation-denied');
      // The user may also lack the right to this level, so a different failure may come first.
      const ofCompany = await t.as('allowlist_skills').post('/skills', skillBody({ level: 'company' }));
      t.expect('errors.creation-denied.answer').isRefused(ofCompany);
      for (const visibility of ['public', undefined])
        t.expect('errors.creation-denied.answer').failsWith(
          await t.as('allowlist_skills').post('/skills', skillBody({ visibility })),
          'creation-denied',
        );
      const catalog = t.requireSuccess(await t.as('allowlist_skills').get('/chat/catalog'));
      const [library] = idsListed(catalog, 'libraries');
      if (library === undefined) return;
      const ofLibrary = skillBody({ level: 'workspace', workspace_id: library });
      t.expect('errors.creation-denied.answer').failsWith(
        await t.as('allowlist_skills').post('/skills', ofLibrary),
        'creation-denied',
      );
    },
  }),
];

/** A library that the catalog shows to `main` but not to `allowlist`. */
async function libraryOutsideAllowlist(t: CheckContext): Promise<JsonInteger> {
  const librariesOf = async (credential: 'main' | CredentialName) => {
    const { libraries } = t.requireSuccess(await t.as(credential).get('/chat/catalog')).data;
    if (!Array.isArray(libraries)) throw new CannotGoOn(`the catalog of ${credential} shows no libraries`);
    return objectsIn(libraries).map(({ id }) => id);
  };
  const allowed = await librariesOf('allowlist');
  const outside = (await librariesOf('main')).find((id) => !allowed.includes(id));
  if (!isInteger(outside))
    throw new CannotGoOn('the catalog hides no library from the credential allowlist that it shows to main');
  return outside;
}
