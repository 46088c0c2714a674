import { rowsDeciding } from '../../../judge/bindings.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { makeSkill } from '../../check-kit/skills.ts';

const BEFORE = {
  instructions: 'Answer in one short sentence.',
  description: 'What the skill was for.',
  icon: 'book',
  visibility: 'private',
} as const;

const AFTER = {
  name: 'Conformance, changed',
  instructions: 'Answer in two sentences.',
  description: 'What the skill is for now.',
  icon: 'key',
  visibility: 'public',
} as const;

type Editable = keyof typeof AFTER;
const EDITABLE = Object.keys(AFTER) as Editable[];
/** The requirements that an update changes a member. */
const updated = (member: Editable) => rowsDeciding('heard', 'updateSkill', member);

/** The members of a skill that an update must not change as a side effect. A skill may have others. */
const MEMBERS = [...EDITABLE, 'id', 'level', 'workspace_id', 'is_active', 'created_at'] as const;

/** PATCH /skills/{skill_id} (section 4.5). citations.ts checks citations. */
export const skillUpdateChecks = [
  ...EDITABLE.map((member) =>
    check({
      id: `skills.update.${member}`,
      requirements: [R['skills.update.exists'], ...updated(member), R['skills.update.only-sent-fields']],
      async run(t) {
        const { path } = await makeSkill(t, BEFORE);
        const before = t.requireSuccess(await t.main.get(path));
        // A unique name, since the contract does not say whether two skills may have the same name.
        const value = member === 'name' ? `${AFTER.name} ${t.freshId()}` : AFTER[member];
        const changed = await t.main.patch(path, { [member]: value });
        t.expect('skills.update.exists').succeeds(changed);
        const read = t.requireSuccess(await t.main.get(path));

        const claim = t.expect(...updated(member));
        claim.shows(changed, member, value);
        claim.shows(read, member, value);
        for (const other of MEMBERS.filter((name) => name !== member)) {
          t.expect('skills.update.only-sent-fields').shows(read, other, before.data[other]);
        }
        if (member === 'description' || member === 'icon') await expectEmptied(t, path, member);
      },
    }),
  ),

  check({
    id: 'skills.update.library',
    requirements: [R['skills.update.workspace-id']],
    needs: ['resource:two_libraries'],
    async run(t) {
      const [first, second] = t.resources('two_libraries');
      const { path } = await makeSkill(t, { level: 'workspace', workspace_id: first });
      const changed = await t.main.patch(path, { workspace_id: second });
      const read = t.requireSuccess(await t.main.get(path));

      const claim = t.expect('skills.update.workspace-id');
      claim.succeeds(changed);
      claim.shows(read, 'workspace_id', second);
    },
  }),

  check({
    id: 'skills.update.level-beside-library',
    requirements: [R['skills.level.not-editable']],
    needs: ['resource:library'],
    async run(t) {
      const { path } = await makeSkill(t);
      // The service may refuse or ignore a library for a personal skill.
      const answer = await t.main.patch(path, { workspace_id: t.resource('library') });
      const read = t.requireSuccess(await t.main.get(path));

      const claim = t.expect('skills.level.not-editable');
      claim.shows(read, 'level', 'personal');
      if (answer.isSuccess) claim.shows(answer, 'level', 'personal');
    },
  }),

  check({
    id: 'skills.update.level',
    requirements: [R['skills.level.not-editable']],
    async run(t) {
      const { path } = await makeSkill(t);
      const claim = t.expect('skills.level.not-editable');
      const shared_user_ids = t.declared('company_user');
      for (const others of [
        {},
        { ...AFTER, name: `${AFTER.name} ${t.freshId()}` },
        ...(shared_user_ids.length > 0 ? [{ visibility: 'shared', shared_user_ids }] : []),
      ]) {
        // The contract does not say whether the service refuses the request.
        const answer = await t.main.patch(path, { ...others, level: 'company' });
        const read = t.requireSuccess(await t.main.get(path));
        claim.shows(read, 'level', 'personal');
        if (answer.isSuccess) claim.shows(answer, 'level', 'personal');
      }
    },
  }),
];

/** Changes a text to the empty string. The service may store it or treat it as absent, but the old text must be gone. */
async function expectEmptied(t: CheckContext, path: string, member: 'description' | 'icon'): Promise<void> {
  const emptied = await t.main.patch(path, { [member]: '' });
  const value = emptied.data[member];
  const isGone = !emptied.isSuccess || value !== AFTER[member];
  t.expect(...updated(member)).isTrue(
    emptied,
    isGone,
    'no longer the text from before',
    value,
    `/data/${member}`,
  );
}
