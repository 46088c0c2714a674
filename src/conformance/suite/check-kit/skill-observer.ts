import type { CredentialName, RequirementId } from '../../../../generated/ids.d.ts';
import type { JsonInteger } from '../../../exact-json/exact-number.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { idsListed } from './catalog.ts';
import { R } from './check.ts';
import type { Claim } from './claim.ts';
import type { CheckContext } from './context.ts';
import { LARGEST_SIZE, laterPages } from './pages.ts';
import { searchSkills } from './skills.ts';

/** A place that shows skills. */
interface View {
  /** As in "the skill 7 in …". */
  readonly name: string;
  /** Whether it may leave out a skill that is switched off. */
  readonly isList: boolean;
  /** Whether it may leave out a skill that another page shows. */
  readonly isPart?: boolean;
  /** @returns whether the place shows the skill; undefined if it shows no skills at all, as without the scope for them */
  look(
    t: CheckContext,
    actor: Actor,
    id: JsonInteger,
  ): Promise<{ source: Answer; isShown: boolean | undefined }>;
}

/** Every place that shows skills (sections 2.5 and 4.5). */
const VIEWS: readonly View[] = [
  {
    name: 'the catalog',
    isList: true,
    async look(_, actor, id) {
      const source = await actor.get('/chat/catalog');
      const isShown = Array.isArray(source.data.skills)
        ? idsListed(source, 'skills').includes(id)
        : undefined;
      return { source, isShown };
    },
  },
  {
    name: 'the answer to a read',
    isList: false,
    async look(_, actor, id) {
      const source = await actor.get(`/skills/${id}`);
      return { source, isShown: source.isSuccess };
    },
  },
  {
    name: 'the list',
    isList: true,
    async look(t, actor, id) {
      const { page, found } = await searchSkills(t, (skill) => skill.id === id, actor);
      return { source: page, isShown: found !== undefined };
    },
  },
  {
    name: 'a later page of the list',
    isList: true,
    isPart: true,
    async look(_, actor, id) {
      const path = `/skills?size=${LARGEST_SIZE}`;
      const whole = await actor.get(path);
      const pages = await laterPages(actor, path, whole);
      const shows = ({ items }: Answer) => items.some((skill) => skill.id === id);
      const source = pages.find(shows) ?? whole;
      return { source, isShown: pages.includes(source) };
    },
  },
];

/** Who sees a skill that `main` created: its user alone, the user of `other_user` too, or nobody any more. */
export type Audience = 'owner' | 'shared' | 'nobody';

/**
 * Whether each credential sees a skill that `main` created; undefined where that is open, or where an allowlist may restrict only what turns
 * attach.
 */
const VIEWERS: Readonly<
  Partial<Record<'main' | CredentialName, Readonly<Record<Audience, boolean | undefined>>>>
> = {
  main: { owner: true, shared: true, nobody: false },
  second: { owner: undefined, shared: undefined, nobody: false },
  other_user: { owner: false, shared: true, nobody: false },
  other_company: { owner: false, shared: false, nobody: false },
  allowlist_skills: { owner: undefined, shared: undefined, nobody: false },
};

/** The requirements that decide what the observer expects. */
const ROWS = {
  gone: R['skills.delete.no-longer-served'],
  own: R['skills.visible.own'],
  shared: R['skills.visible.shared'],
  hidden: R['skills.visible.no-others'],
} as const;
export const OBSERVED_SKILL: readonly RequirementId[] = Object.values(ROWS);

export interface Observation {
  /** The requirement about what `other_user` sees, if the act that came before has one of its own. */
  readonly row?: RequirementId | undefined;
  /** Whether the skill is switched on; true if absent. */
  readonly isActive?: boolean;
}

/**
 * Looks for a skill that `main` created in every place, with every credential of the profile whose view is decided. The judge compares the
 * members that the places show.
 */
export async function observeSkill(
  t: CheckContext,
  id: JsonInteger,
  audience: Audience,
  { row, isActive = true }: Observation = {},
): Promise<void> {
  for (const [viewer, sees] of Object.entries(VIEWERS)) {
    const isSeen = sees[audience];
    if (isSeen === undefined || !t.has(viewer)) continue;
    const own = isSeen ? (viewer === 'main' ? ROWS.own : ROWS.shared) : ROWS.hidden;
    const decided = audience === 'nobody' ? ROWS.gone : viewer === 'other_user' ? (row ?? own) : own;
    await expectSeen(t, t.expect(decided), t.as(viewer as CredentialName), id, { isSeen, isActive });
  }
}

/** Claims that every place shows a skill to an actor, or that none does. */
export async function expectSeen(
  t: CheckContext,
  claim: Claim,
  actor: Actor,
  id: JsonInteger,
  { isSeen, isActive = true }: { readonly isSeen: boolean; readonly isActive?: boolean },
): Promise<void> {
  for (const { name, isList, isPart, look } of VIEWS) {
    if (isSeen && (isPart || (isList && !isActive))) continue;
    const { source, isShown } = await look(t, actor, id);
    if (isShown === undefined) return;
    if (isList) {
      const expected = `${isSeen ? 'the' : 'no'} skill ${id} in ${name}`;
      claim.isTrue(source, isShown === isSeen, expected, isShown ? 'it is shown' : 'it is not shown');
    } else if (isSeen) claim.succeeds(source);
    else claim.isNoSuccess(source);
  }
}
