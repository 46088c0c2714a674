import { check } from '../../check-kit/check.ts';
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

/** What stands in a skill by the contract; it may have more, such as when it was changed. */
const MEMBERS = [...EDITABLE, 'id', 'level', 'workspace_id', 'is_active', 'created_at'] as const;

/** PATCH /skills/{skill_id} (section 4.5). What it does with citations is a matter of skills-citations.ts. */
export const skillUpdateChecks = [
  ...EDITABLE.map((member) =>
    check({
      id: `skills.update.${member}`,
      requirements: ['skills.update.exists', `skills.update.${member}`, 'skills.update.only-sent-fields'],
      async run(t) {
        const { path } = await makeSkill(t, BEFORE);
        const before = t.given(await t.main.get(path));
        // Nothing says that two skills may have the same name.
        const value = member === 'name' ? `${AFTER.name} ${t.freshId()}` : AFTER[member];
        const changed = await t.main.patch(path, { [member]: value });
        t.expect('skills.update.exists').succeeds(changed);
        const read = t.given(await t.main.get(path));

        const row = t.expect(`skills.update.${member}`);
        row.shows(changed, member, value);
        row.shows(read, member, value);
        for (const other of MEMBERS.filter((name) => name !== member)) {
          t.expect('skills.update.only-sent-fields').shows(read, other, before.data[other]);
        }
      },
    }),
  ),

  check({
    id: 'skills.update.library',
    requirements: ['skills.update.workspace-id'],
    needs: ['resource:two_libraries'],
    async run(t) {
      const [first, second] = t.resources('two_libraries');
      const { path } = await makeSkill(t, { level: 'workspace', workspace_id: first });
      const changed = await t.main.patch(path, { workspace_id: second });
      const read = t.given(await t.main.get(path));

      const row = t.expect('skills.update.workspace-id');
      row.succeeds(changed);
      row.shows(read, 'workspace_id', second);
    },
  }),

  check({
    id: 'skills.update.level',
    requirements: ['skills.level.not-editable'],
    async run(t) {
      const { path } = await makeSkill(t);
      // Whether the request is refused for it is open.
      const answer = await t.main.patch(path, { level: 'company' });
      const read = t.given(await t.main.get(path));

      const row = t.expect('skills.level.not-editable');
      row.shows(read, 'level', 'personal');
      if (answer.isSuccess) row.shows(answer, 'level', 'personal');
    },
  }),
];
