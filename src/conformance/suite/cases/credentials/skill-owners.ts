import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Actor } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { isSameJson } from '../../../judge/json.ts';
import { MISSING_ID } from '../../../judge/missing-id.ts';
import { fingerprint } from '../../check-kit/answer-fingerprint.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { keptMembers } from '../../check-kit/kept-members.ts';
import { makeSkill } from '../../check-kit/skills.ts';

/** A valid request for each operation on a skill by its id. */
const REQUESTS: Readonly<Record<string, (actor: Actor, id: JsonInteger) => Promise<Answer>>> = {
  getSkill: (actor, id) => actor.get(`/skills/${id}`),
  updateSkill: (actor, id) => actor.patch(`/skills/${id}`, { icon: 'key' }),
  toggleSkill: (actor, id) => actor.patch(`/skills/${id}/toggle`),
  deleteSkill: (actor, id) => actor.delete(`/skills/${id}`),
};

const ANSWER = R['errors.not-found.skill'];
const GONE = R['skills.delete.no-longer-served'];

/** Credentials that do not see a skill of the main credential. */
const OUTSIDERS = [
  { name: 'foreign', credential: 'other_user' },
  { name: 'outside-allowlist', credential: 'allowlist_skills' },
] as const;

/** Each operation on a skill that the credential does not see, or that was deleted (sections 2.4 and 4.5). */
export const skillOwnerChecks: readonly Check[] = Object.entries(REQUESTS).flatMap(
  ([operationId, request]) => [
    ...OUTSIDERS.map(({ name, credential }) =>
      check({
        id: `credentials.skills.${operationId}.${name}`,
        requirements: [ANSWER],
        arranges: ['foreign-skill', 'missing-skill'],
        needs: [`credential:${credential}`],
        async run(t) {
          const other = t.as(credential);
          const { id, path } = await makeSkill(t);
          const before = t.requireSuccess(await t.main.get(path));
          // An allowlist may restrict only what turns attach.
          t.skipIf(
            credential === 'allowlist_skills' && (await other.get(path)).isSuccess,
            'the credential sees skills outside its allowlist',
          );
          const foreign = await request(other, id);
          await expectUnchanged(t, path, before);
          const missing = await request(other, MISSING_ID);
          expectAlike(t, [foreign, id], [missing, MISSING_ID]);
        },
      }),
    ),

    check({
      id: `credentials.skills.${operationId}.deleted`,
      requirements: [GONE],
      arranges: ['deleted-skill'],
      async run(t) {
        const { id, path } = await makeSkill(t);
        t.requireSuccess(await t.main.delete(path));
        const gone = await request(t.main, id);
        // Deleting a second time may succeed.
        if (operationId === 'deleteSkill' && gone.isSuccess) return;
        t.expect(GONE).failsWith(gone, 'not-found');
      },
    }),
  ],
);

async function expectUnchanged(t: CheckContext, path: string, before: Answer): Promise<void> {
  const after = await t.main.get(path);
  const isSame = isSameJson(keptMembers(after), keptMembers(before));
  t.expect(ANSWER).isTrue(after, isSame, 'the skill as it was', after.data);
}

function expectAlike(
  t: CheckContext,
  [foreign, foreignId]: readonly [Answer, JsonInteger],
  [missing, missingId]: readonly [Answer, JsonInteger],
): void {
  const claim = t.expect(ANSWER);
  claim.failsWith(missing, 'not-found');
  claim.failsWith(foreign, 'not-found');
  claim.equals(foreign, fingerprint(foreign, foreignId), fingerprint(missing, missingId));
}
