import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { ANY_TEXT } from '../../check-kit/any-text.ts';
import { idsListed } from '../../check-kit/catalog.ts';
import { check, R } from '../../check-kit/check.ts';
import { combinationsOf } from '../../check-kit/combinations.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { type MadeSkill, makeSkill, searchSkills } from '../../check-kit/skills.ts';

const RICH = {
  description: 'Größe und Maß: Mixed Case, with  two spaces',
  instructions: 'Answer in ONE short sentence.\nUse Größe and 日本.',
  icon: 'Book-Open',
  visibility: 'private',
};

/** Changes to a skill: one member at a time, then all together. */
const CHANGES: readonly JsonObject[] = [
  { description: ANY_TEXT },
  { instructions: 'Answer in TWO short sentences, über alles.' },
  { icon: 'Sailing-Boat' },
  { visibility: 'public' },
  { description: 'Both  AGAIN, über alles', icon: 'Lamp', instructions: 'Answer at  ONCE: Größe.' },
];

/** Members that are changed individually and together, with a unique name. */
const together = (t: CheckContext): JsonObject => ({
  name: `Renamed: ${ANY_TEXT} ${t.freshId()}`,
  description: `Described: ${ANY_TEXT}`,
  instructions: `Instructed: ${ANY_TEXT}`,
  icon: 'Compass',
  visibility: 'public',
});

/** Two skills at every endpoint that shows skills, while one of them changes. The judge compares all members across all endpoints. */
export const skillEndpointChecks = [
  check({
    id: 'skills.everywhere',
    requirements: [
      R['skills.answer.skill'],
      R['skills.list.items'],
      R['skills.update.only-sent-fields'],
      R['skills.toggle.flips'],
      R['catalog.get.no-parameters'],
    ],
    async run(t) {
      const still = await makeSkill(t, { ...RICH, name: `The OTHER Skill ${t.freshId()}` });
      const name = `Größe, Mixed Case ${t.freshId()}`;
      const moving = await makeSkill(t, { ...RICH, name });
      await makeSkill(t);
      let expected: JsonObject = { ...RICH, name };
      await compare(t, moving, expected, still);
      for (const change of CHANGES) {
        expected = { ...expected, ...change };
        expectAll(t, 'skills.update.only-sent-fields', await t.main.patch(moving.path, change), expected);
        await compare(t, moving, expected, still);
      }
      expected = await changeTogether(t, moving, expected);
      await compare(t, moving, expected, still);
      const fresh = await makeSkill(t, { ...RICH, name: `${name} FRESH` });
      expectAll(t, 'skills.answer.skill', await t.main.patch(`${fresh.path}/toggle`), RICH);
      for (let switched = 0; switched < 2; switched += 1) {
        const before = t.requireSuccess(await t.main.get(moving.path)).data.is_active;
        const answer = await t.main.patch(`${moving.path}/toggle`);
        const switchedTo = { is_active: before === false };
        expectAll(t, 'skills.toggle.flips', answer, switchedTo);
        expected = { ...expected, ...switchedTo };
        expectAll(t, 'skills.answer.skill', answer, expected);
        await compare(t, moving, expected, still);
      }
      // The judge compares it with its state before the other skill changed.
      t.requireSuccess(await t.main.get(still.path));
    },
  }),

  check({
    id: 'skills.everywhere.library',
    requirements: [
      R['skills.workspace-id.owning-library'],
      R['skills.create.level'],
      R['skills.visibility.default-public'],
      R['skills.toggle.flips'],
      R['skills.answer.skill'],
    ],
    needs: ['resource:library'],
    async run(t) {
      const members = { level: 'workspace', workspace_id: t.resource('library') };
      const { id, path, answer: made } = await makeSkill(t, { ...members, visibility: undefined });
      t.expect('skills.visibility.default-public').shows(made, 'visibility', 'public');
      const described = { description: 'Of a LIBRARY, größer', icon: 'Lamp', instructions: 'Answer ONCE.' };
      const rich = await makeSkill(t, { ...members, ...described, visibility: 'private' });
      for (const [name, value] of Object.entries(described)) {
        t.expect('skills.answer.skill').shows(rich.answer, name, value);
        t.expect('skills.answer.skill').shows(t.requireSuccess(await t.main.get(rich.path)), name, value);
      }
      const changes = Object.entries({ ...described, name: `Renamed ${t.freshId()}`, visibility: 'private' });
      const answers = [
        await t.main.get(path),
        await t.main.patch(path, { description: 'Answers of a LIBRARY' }),
        await t.main.patch(`${path}/toggle`),
        await t.main.patch(`${path}/toggle`),
        await t.main.get(path),
      ];
      for (const [name, value] of changes) answers.push(await t.main.patch(path, { [name]: value }));
      // A service may refuse such a list for a different visibility.
      await t.main.patch(path, { shared_user_ids: [] });
      answers.push(await t.main.get(path));
      await t.main.patch(path, { visibility: 'shared', shared_user_ids: [] });
      answers.push(await t.main.get(path));
      await searchSkills(t, (skill) => skill.id === id);
      for (const [at, isSwitched] of [
        [2, true],
        [3, false],
      ] as const) {
        const isActive = (made.data.is_active === true) !== isSwitched;
        t.expect('skills.toggle.flips').shows(answers[at] as Answer, 'is_active', isActive);
      }
      for (const answer of answers) {
        t.requireSuccess(answer);
        t.expect('skills.workspace-id.owning-library').shows(answer, 'workspace_id', members.workspace_id);
        t.expect('skills.create.level').shows(answer, 'level', members.level);
      }
    },
  }),
];

/**
 * Changes some members of an inactive skill to new values and back, and expects that all other members stay the same.
 *
 * @returns the members of the skill, which is active again and has all new values
 */
async function changeTogether(t: CheckContext, { path }: MadeSkill, old: JsonObject): Promise<JsonObject> {
  const changes = together(t);
  const { data } = t.requireSuccess(await t.main.patch(`${path}/toggle`));
  const before = { ...old, is_active: data.is_active };
  for (const change of combinationsOf(changes)) {
    for (const [sent, now] of [
      [change, { ...before, ...change }],
      [pick(old, change), before],
    ] as const) {
      expectAll(t, 'skills.update.only-sent-fields', await t.main.patch(path, sent), now);
      // Whether the change back was stored shows after the next change.
      if (sent === change) expectAll(t, 'skills.update.only-sent-fields', await t.main.get(path), now);
    }
  }
  t.requireSuccess(await t.main.patch(path, changes));
  t.requireSuccess(await t.main.patch(`${path}/toggle`));
  return { ...old, ...changes };
}

/** The members of one object that another object also has. */
function pick(from: JsonObject, like: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(like).map((name) => [name, from[name]]));
}

async function compare(
  t: CheckContext,
  { id, path }: MadeSkill,
  expected: JsonObject,
  other: MadeSkill,
): Promise<void> {
  expectAll(t, 'skills.answer.skill', await t.main.get(path), expected);
  const { page, found } = await searchSkills(t, (skill) => skill.id === id);
  // A list may hide inactive skills.
  if (found) {
    for (const [name, value] of Object.entries(expected))
      t.expect('skills.list.items').equals(page, found[name], value, '/data');
  }
  const catalog = t.requireSuccess(await t.main.get('/chat/catalog'));
  const isMissing = other.answer.data.is_active === true && !idsListed(catalog, 'skills').includes(other.id);
  const claim = t.expect('catalog.get.no-parameters');
  claim.isTrue(catalog, !isMissing, `the skill ${other.id}`, idsListed(catalog, 'skills'), '/data/skills');
  const isOwnMissing = expected.is_active === true && !idsListed(catalog, 'skills').includes(id);
  claim.isTrue(catalog, !isOwnMissing, `the skill ${id}`, idsListed(catalog, 'skills'), '/data/skills');
}

function expectAll(t: CheckContext, requirement: RequirementId, answer: Answer, expected: JsonObject): void {
  t.requireSuccess(answer);
  for (const [name, value] of Object.entries(expected)) t.expect(requirement).shows(answer, name, value);
}
