import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Answer } from '../../../drive/answer.ts';
import { isObject, type JsonObject } from '../../../judge/json.ts';
import { MISSING_ID } from '../../../judge/missing-id.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { type Audience, OBSERVED_SKILL, observeSkill } from '../../check-kit/skill-observer.ts';
import { makeSkill, skillBody } from '../../check-kit/skills.ts';

const GRANTED = R['skills.shared-user-ids.grants-access'];
const REPLACED = R['skills.update.replaces-shared-users'];
const SAME_COMPANY = R['skills.shared-user-ids.same-company'];
const UNKNOWN = R['skills.shared-user-ids.unknown-refused'];
const NOT_ALLOWED = R['errors.resource-not-allowed.shared-user'];

/** The requests that may change who sees a skill. */
type Act = Readonly<{
  /** What is sent: the members of a creation or a change, or another request on the skill. */
  do: JsonObject | 'toggle' | 'delete';
  audience: Audience;
  /** The requirement about what the user of `other_user` sees then. */
  row?: RequirementId;
  /** Whether the service may refuse it: sharing with nobody. */
  mayBeRefused?: boolean;
}>;

const sharedWith = (shared_user_ids: readonly JsonInteger[]): JsonObject => ({
  visibility: 'shared',
  shared_user_ids,
});
const KEPT = R['skills.update.only-sent-fields'];
const RENAMED = R['skills.update.name'];

/**
 * What happens to a skill from its creation to its end, by the name of the check.
 *
 * @param user the user of `other_user`
 */
const LIVES: Readonly<Record<string, (user: JsonInteger, another: JsonInteger) => readonly Act[]>> = {
  'shared-later': (user, another) => [
    { do: {}, audience: 'owner' },
    { do: sharedWith([user]), audience: 'shared', row: REPLACED },
    { do: { description: 'Described' }, audience: 'shared', row: KEPT },
    { do: { instructions: 'Answer in two sentences.' }, audience: 'shared', row: KEPT },
    { do: { icon: 'key' }, audience: 'shared', row: KEPT },
    { do: { shared_user_ids: [another] }, audience: 'owner', row: REPLACED },
    { do: { shared_user_ids: [user] }, audience: 'shared', row: REPLACED },
    { do: { shared_user_ids: [] }, audience: 'owner', row: REPLACED, mayBeRefused: true },
  ],
  'shared-with-another': (user, another) => [
    { do: sharedWith([another]), audience: 'owner', row: GRANTED },
    { do: { shared_user_ids: [user, another] }, audience: 'shared', row: GRANTED },
    { do: { shared_user_ids: [another, user] }, audience: 'shared', row: GRANTED },
    { do: 'delete', audience: 'nobody' },
  ],
  'shared-and-switched': (user, another) => [
    { do: sharedWith([another, user]), audience: 'shared', row: GRANTED },
    { do: 'toggle', audience: 'shared', row: GRANTED },
    { do: { icon: 'key' }, audience: 'shared', row: GRANTED },
    { do: 'toggle', audience: 'shared', row: GRANTED },
    { do: 'toggle', audience: 'shared', row: GRANTED },
    { do: { shared_user_ids: [another] }, audience: 'owner', row: REPLACED },
    { do: 'toggle', audience: 'owner', row: REPLACED },
  ],
  'shared-to-the-end': (user, another) => [
    { do: sharedWith([user, another]), audience: 'shared', row: GRANTED },
    { do: { name: 'Renamed by its owner' }, audience: 'shared', row: KEPT },
    { do: 'toggle', audience: 'shared', row: GRANTED },
    { do: 'delete', audience: 'nobody' },
  ],
};

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

  ...Object.entries(LIVES).map(([name, actsOf]) =>
    check({
      id: `skills.sharing.${name}`,
      requirements: [...new Set([GRANTED, REPLACED, KEPT, RENAMED, ...OBSERVED_SKILL])],
      needs: ['credential:other_user', 'resource:two_company_users'],
      async run(t) {
        const [user, another] = t.resources('two_company_users') as [JsonInteger, JsonInteger];
        const [first, ...acts] = actsOf(user, another) as [Act, ...Act[]];
        const { id, path, answer } = await makeSkill(t, first.do as JsonObject);
        await observeSkill(t, id, first.audience, first);
        let { is_active: isActive } = answer.data;
        for (const act of acts) {
          const done = await request(t, path, act.do);
          if (act.mayBeRefused && !done.isSuccess) continue;
          const changed = isObject(act.do) ? act.do : {};
          if (act.row && 'shared_user_ids' in changed) t.expect(act.row).succeeds(done);
          t.requireSuccess(done);
          // The judge compares the name with what every place shows.
          if ('name' in changed) t.expect(RENAMED).shows(done, 'name', changed.name);
          isActive = done.data.is_active ?? isActive;
          await observeSkill(t, id, act.audience, { ...act, isActive: isActive === true });
        }
      },
    }),
  ),
];

function request(t: CheckContext, path: string, what: Act['do']): Promise<Answer> {
  if (what === 'delete') return t.main.delete(path);
  return what === 'toggle' ? t.main.patch(`${path}/toggle`) : t.main.patch(path, what);
}
