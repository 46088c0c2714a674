import type { RequirementId } from '../../../../generated/ids.d.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { rowsDeciding } from '../../judge/bindings.ts';
import { isSameJson, type JsonObject } from '../../judge/json.ts';
import { R } from './check.ts';
import type { CheckContext } from './context.ts';

/** Two changes of one chat or skill. */
export interface TwoChanges {
  /** Last part of the ids of checks. */
  readonly name: string;
  readonly kind: 'chat' | 'skill';
  readonly requirements: readonly RequirementId[];
  /** Follows the path of the chat or skill. */
  readonly suffix?: string;
  /** What both change. */
  readonly members: readonly string[];
  /** @param word is in all texts of the two bodies */
  bodies?(word: string): readonly [JsonObject, JsonObject];
}

export const CHANGES_AT_ONCE: readonly TwoChanges[] = [
  {
    name: 'skill.toggled',
    kind: 'skill',
    requirements: [R['skills.toggle.flips']],
    suffix: '/toggle',
    members: ['is_active'],
  },
  {
    name: 'skill.changed',
    kind: 'skill',
    requirements: ['description', 'icon'].flatMap((member) => rowsDeciding('heard', 'updateSkill', member)),
    members: ['description', 'icon'],
    bodies: (word) => [
      { description: `One ${word}`, icon: 'one' },
      { description: `Other ${word}`, icon: 'other' },
    ],
  },
  {
    name: 'chat.changed',
    kind: 'chat',
    requirements: [R['chats.update.name'], R['chats.update.is-favorite']],
    members: ['name', 'is_favorite'],
    bodies: (word) => [
      { name: `One ${word}`, is_favorite: true },
      { name: `Other ${word}`, is_favorite: false },
    ],
  },
];

/**
 * Changes a chat or a skill twice at the same moment. Nothing says which change comes first, but afterwards everything is as one of the two
 * answers shows it.
 *
 * @returns how the chat or skill is read afterwards
 */
export async function changeAtOnce(
  t: CheckContext,
  { requirements, suffix = '', members, bodies }: TwoChanges,
  path: string,
  actor: Actor = t.main,
): Promise<Answer> {
  const before = t.requireSuccess(await actor.get(path));
  const change = (body?: JsonObject) => actor.patch(`${path}${suffix}`, body);
  const [one, other] = bodies?.(t.freshId()) ?? [];
  const both = await Promise.all([change(one), change(other)]);
  // A service may refuse a change that meets another.
  const taken = both.filter(({ isSuccess }) => isSuccess);
  const read = t.requireSuccess(await actor.get(path));
  expectAsShown(t, requirements, members, read, taken.length === 0 ? [before] : taken);
  return read;
}

/** Claims that a chat or skill is as one of some answers shows it. */
function expectAsShown(
  t: CheckContext,
  requirements: readonly RequirementId[],
  members: readonly string[],
  read: Answer,
  shown: readonly Answer[],
): void {
  const [now, ...known] = [read, ...shown].map(({ data }) =>
    Object.fromEntries(members.map((member) => [member, data[member]])),
  );
  t.expect(...requirements).isTrue(
    read,
    known.some((each) => isSameJson(each, now)),
    `what an answer shows: ${known.map((each) => JSON.stringify(each)).join(' or ')}`,
    now,
    '/data',
  );
}
