import { check, R } from '../../check-kit/check.ts';
import { makeSkill, skillBody } from '../../check-kit/skills.ts';

const MEMBERS = {
  description: 'What the skill is for.',
  icon: 'book',
  visibility: 'private',
  level: 'personal',
} as const;

/** The requirement that a new skill has the member it was created with, for each member. */
const CREATED_WITH = {
  description: R['skills.create.description'],
  icon: R['skills.create.icon'],
  visibility: R['skills.create.visibility'],
  level: R['skills.create.level'],
} as const;

const NAMES = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[];

/** The members of a new skill, with their defaults and limits (section 2.4). */
export const skillFieldChecks = [
  check({
    id: 'skills.fields.kept',
    requirements: Object.values(CREATED_WITH),
    async run(t) {
      const { path, answer } = await makeSkill(t, MEMBERS);
      const read = t.given(await t.main.get(path));

      for (const member of NAMES) {
        const claim = t.expect(CREATED_WITH[member]);
        claim.shows(answer, member, MEMBERS[member]);
        claim.shows(read, member, MEMBERS[member]);
      }
    },
  }),

  check({
    id: 'skills.fields.defaults',
    requirements: [R['skills.level.default-personal'], R['skills.visibility.default-public']],
    async run(t) {
      const { answer } = await makeSkill(t, { visibility: undefined });

      t.expect('skills.level.default-personal').shows(answer, 'level', 'personal');
      t.expect('skills.visibility.default-public').shows(answer, 'visibility', 'public');
    },
  }),

  check({
    id: 'skills.fields.library',
    requirements: [
      R['skills.create.level'],
      R['skills.create.workspace-id'],
      R['skills.workspace-id.owning-library'],
    ],
    needs: ['resource:library'],
    async run(t) {
      const library = t.resource('library');
      const { path, answer } = await makeSkill(t, { level: 'workspace', workspace_id: library });
      const read = t.given(await t.main.get(path));

      t.expect('skills.create.level').shows(answer, 'level', 'workspace');
      t.expect('skills.create.workspace-id').shows(answer, 'workspace_id', library);
      t.expect('skills.workspace-id.owning-library').shows(read, 'workspace_id', library);
    },
  }),

  check({
    id: 'skills.fields.instructions-too-long',
    requirements: [R['errors.instructions-too-long.answer']],
    arranges: ['too-long'],
    async run(t) {
      const instructions = 'a'.repeat(12_001);
      const claim = t.expect('errors.instructions-too-long.answer');
      claim.failsWith(await t.main.post('/skills', skillBody({ instructions })), 'instructions-too-long');

      const { path } = await makeSkill(t);
      claim.failsWith(await t.main.patch(path, { instructions }), 'instructions-too-long');
    },
  }),
];
