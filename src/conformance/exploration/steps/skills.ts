import type { Need, RequirementId } from '../../../../generated/ids.d.ts';
import type { Answer } from '../../drive/answer.ts';
import { CATALOG_BLOCKS } from '../../suite/check-kit/catalog.ts';
import { R } from '../../suite/check-kit/check.ts';
import type { CheckContext } from '../../suite/check-kit/context.ts';
import { OBSERVED_SKILL, observeSkill } from '../../suite/check-kit/skill-observer.ts';
import { makeSkill } from '../../suite/check-kit/skills.ts';
import { type Action, type StepValue, textOf } from '../step.ts';
import { type KnownSkill, NAMES, nextName } from '../world.ts';

/** Whom a skill is visible to: its owner only, the user of the credential `other_user` as well, or a different user instead. */
const VISIBLE = ['private', 'shared', 'shared-with-another'];

export const skillActions: readonly Action[] = [
  {
    name: 'create-skill',
    part: 'skills',
    weight: 3,
    makes: true,
    requirements: [R['skills.create.exists']],
    choices: { visibility: VISIBLE },
    needsOf: ({ visibility }) => needsToBe(visibility),
    offer(world) {
      const skill = nextName(world.skills, NAMES.skill);
      return skill === undefined ? [] : [{ skill }];
    },
    async take(t, world, step) {
      const visibility = textOf(step, 'visibility');
      const { id, answer } = await makeSkill(t, visibilityOf(t, visibility));
      t.expect('skills.create.exists').succeeds(answer);
      const name = textOf(step, 'skill');
      const isActive = answer.data.is_active;
      world.skills.set(name, { name, id, isActive, visibility, members: {}, isDeleted: false });
    },
    describe: ({ skill, visibility }) => `main creates skill ${skill}, ${visibility}`,
  },

  {
    name: 'update-skill',
    weight: 4,
    requirements: [R['skills.update.exists'], R['skills.update.description'], R['skills.update.name']],
    choices: { sets: ['description', 'name', ...VISIBLE] },
    needsOf: ({ sets }) => needsToBe(sets),
    offer: (world) => world.skillsThat(isAlive),
    async take(t, world, step) {
      const skill = world.skill(textOf(step, 'skill'));
      const sets = textOf(step, 'sets');
      const members = VISIBLE.includes(sets)
        ? visibilityOf(t, sets)
        : { [sets]: `For the desk ${t.freshId()}` };
      const changed = await t.main.patch(`/skills/${skill.id}`, members);
      t.expect('skills.update.exists').succeeds(changed);
      if (VISIBLE.includes(sets)) skill.visibility = sets;
      else skill.members = { ...skill.members, ...members };
      expectMembers(t, skill, changed);
    },
    describe: ({ skill, sets }) =>
      `skill ${skill} ${VISIBLE.includes(String(sets)) ? `becomes ${sets}` : `gets another ${sets}`}`,
  },

  {
    name: 'toggle-skill',
    weight: 4,
    requirements: [R['skills.toggle.flips']],
    offer: (world) => world.skillsThat(isAlive),
    async take(t, world, step) {
      const skill = world.skill(textOf(step, 'skill'));
      const toggled = await t.main.patch(`/skills/${skill.id}/toggle`);
      t.expect('skills.toggle.flips').shows(toggled, 'is_active', !skill.isActive);
      skill.isActive = !skill.isActive;
    },
    describe: ({ skill }) => `skill ${skill} is toggled`,
  },

  {
    name: 'delete-skill',
    weight: 2,
    requirements: [R['skills.delete.exists']],
    offer: (world) => world.skillsThat(isAlive),
    async take(t, world, step) {
      const skill = world.skill(textOf(step, 'skill'));
      t.expect('skills.delete.exists').succeeds(await t.main.delete(`/skills/${skill.id}`));
      skill.isDeleted = true;
    },
    describe: ({ skill }) => `skill ${skill} is deleted`,
  },

  {
    name: 'look-for-skill',
    weight: 4,
    requirements: OBSERVED_SKILL,
    offer: (world) => world.skillsThat(() => true),
    async take(t, world, step) {
      const { id, isDeleted, isActive, visibility } = world.skill(textOf(step, 'skill'));
      const audience = isDeleted ? 'nobody' : visibility === 'shared' ? 'shared' : 'owner';
      await observeSkill(t, id, audience, { isActive: isActive === true });
    },
    describe: ({ skill }) => `every credential looks for skill ${skill} in every place`,
  },

  {
    name: 'change-deleted-skill',
    weight: 2,
    requirements: [R['skills.delete.no-longer-served']],
    choices: { by: ['update', 'toggle'] },
    offer: (world) => world.skillsThat(({ isDeleted }) => isDeleted),
    async take(t, world, step) {
      const path = `/skills/${world.skill(textOf(step, 'skill')).id}`;
      const changed =
        step.by === 'toggle'
          ? await t.main.patch(`${path}/toggle`)
          : await t.main.patch(path, { name: 'Back again' });
      t.expect('skills.delete.no-longer-served').failsWith(changed, 'not-found');
    },
    describe: ({ skill, by }) => `${by} is asked of the deleted skill ${skill}`,
  },

  {
    name: 'read-catalog',
    weight: 3,
    requirements: [R['catalog.blocks.absent-without-scope']],
    choices: { without: ['nothing', ...CATALOG_BLOCKS.map(({ name }) => name)] },
    needsOf: ({ without }) =>
      CATALOG_BLOCKS.filter(({ name }) => name === without).map(
        ({ scope }) => `credential:no_scope:${scope}` as const,
      ),
    offer: () => [{}],
    async take(t, _, { without }) {
      const block = CATALOG_BLOCKS.find(({ name }) => name === without);
      const catalog = t.requireSuccess(
        await t.as(block ? `no_scope:${block.scope}` : 'main').get('/chat/catalog'),
      );
      if (block)
        t.expect('catalog.blocks.absent-without-scope').equals(
          catalog,
          catalog.data[block.name] === undefined,
          true,
          `/data/${block.name}`,
        );
    },
    describe: ({ without }) =>
      `the catalog is read${without === 'nothing' ? '' : ` without the scope for ${without}`}`,
  },
];

function isAlive({ isDeleted }: KnownSkill): boolean {
  return !isDeleted;
}

/** A skill can only be shared with users whom the profile names. */
function needsToBe(visibility: StepValue | undefined): readonly Need[] {
  return String(visibility).startsWith('shared') ? ['resource:two_company_users'] : [];
}

/** The members that give a skill a certain visibility. */
function visibilityOf(t: CheckContext, visibility: string): Readonly<Record<string, unknown>> {
  if (visibility === 'private') return { visibility, shared_user_ids: [] };
  const [other, another] = t.resources('two_company_users');
  return { visibility: 'shared', shared_user_ids: [visibility === 'shared' ? other : another] };
}

function expectMembers(t: CheckContext, { members }: KnownSkill, answer: Answer): void {
  for (const [member, requirement] of Object.entries(KEPT))
    if (member in members) t.expect(requirement).shows(answer, member, members[member]);
}

/** The requirements that a skill keeps the values set by an update. */
const KEPT = {
  description: R['skills.update.description'],
  name: R['skills.update.name'],
} as const satisfies Readonly<Record<string, RequirementId>>;
