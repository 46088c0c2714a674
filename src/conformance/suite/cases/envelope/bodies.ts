import { anyModel } from '../../check-kit/catalog.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { makeSkill, skillBody } from '../../check-kit/skills.ts';

/** A skill that is shared with two users, when it is created or changed: the user of other_user sees it, whichever of the two it is. */
const sharedChecks: readonly Check[] = (['createSkill', 'updateSkill'] as const).map((operation) =>
  check({
    id: `bodies.${operation}.shared-with-two`,
    requirements: [R['skills.shared-user-ids.grants-access']],
    needs: ['credential:other_user', 'resource:two_company_users'],
    async run(t) {
      const [one, two] = t.resources('two_company_users');
      const claim = t.expect('skills.shared-user-ids.grants-access');
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
);

const modelCheck = check({
  id: 'bodies.createChat.takes-model-id',
  requirements: [R['chats.create.model-id']],
  async run(t) {
    const model_id = await anyModel(t);
    const made = await t.main.post('/chats', { name: 'Conformance', model_id });
    t.expect('chats.create.model-id').succeeds(made);
    t.expect('chats.create.model-id').shows(made, 'model_id', model_id);
  },
});

/** Members of chats and skills whose values must exist, so that no schema has them. */
export const bodyChecks: readonly Check[] = [...sharedChecks, modelCheck];
