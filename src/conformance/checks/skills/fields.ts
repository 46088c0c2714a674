import { check } from '../../check-kit/check.ts';
import { makeSkill, skillBody } from '../../check-kit/skills.ts';

const MEMBERS = {
  description: 'What the skill is for.',
  icon: 'book',
  visibility: 'private',
  level: 'personal',
} as const;

const KEPT = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[];

/** Lengths are those of ASCII: what a character is beyond that is open. */
const LIMITS = [
  { member: 'name', limit: 255, requirement: 'skills.name.at-most-255' },
  { member: 'description', limit: 500, requirement: 'skills.description.at-most-500' },
  { member: 'instructions', limit: 12_000, requirement: 'skills.instructions.at-most-12000' },
] as const;

/** What a skill is created with, and what it is without (section 2.4). */
export const skillFieldChecks = [
  check({
    id: 'skills.fields.kept',
    requirements: KEPT.map((member) => `skills.create.${member}`),
    async run(t) {
      const { path, answer } = await makeSkill(t, MEMBERS);
      const read = t.given(await t.main.get(path));

      for (const member of KEPT) {
        const row = t.expect(`skills.create.${member}`);
        row.shows(answer, member, MEMBERS[member]);
        row.shows(read, member, MEMBERS[member]);
      }
    },
  }),

  check({
    id: 'skills.fields.defaults',
    requirements: ['skills.level.default-personal', 'skills.visibility.default-public'],
    async run(t) {
      const { answer } = await makeSkill(t, { visibility: undefined });

      t.expect('skills.level.default-personal').shows(answer, 'level', 'personal');
      t.expect('skills.visibility.default-public').shows(answer, 'visibility', 'public');
    },
  }),

  check({
    id: 'skills.fields.library',
    requirements: ['skills.create.level', 'skills.create.workspace-id', 'skills.workspace-id.owning-library'],
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

  ...LIMITS.map(({ member, limit, requirement }) =>
    check({
      id: `skills.fields.${member}-limit`,
      requirements: [requirement],
      async run(t) {
        const longest = t.freshId().padEnd(limit, 'a');
        const row = t.expect(requirement);
        const kept = await t.main.post('/skills', skillBody({ [member]: longest }));
        row.succeeds(kept);
        row.shows(kept, member, longest);
        row.isNoSuccess(await t.main.post('/skills', skillBody({ [member]: `${longest}a` })));
      },
    }),
  ),

  check({
    id: 'skills.fields.instructions-too-long',
    requirements: ['errors.instructions-too-long.answer'],
    async run(t) {
      const instructions = 'a'.repeat(12_001);
      const row = t.expect('errors.instructions-too-long.answer');
      row.failsWith(await t.main.post('/skills', skillBody({ instructions })), 'instructions-too-long');

      const { path } = await makeSkill(t);
      row.failsWith(await t.main.patch(path, { instructions }), 'instructions-too-long');
    },
  }),
];
