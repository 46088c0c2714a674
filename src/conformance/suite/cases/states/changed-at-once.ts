import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { Answer } from '../../../drive/answer.ts';
import { rowsDeciding } from '../../../judge/bindings.ts';
import { isSameJson, type JsonObject } from '../../../judge/json.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { makeSkill } from '../../check-kit/skills.ts';

/** How a chat or a skill is made. */
const MAKE = { chat: makeChat, skill: makeSkill } as const;
type Kind = keyof typeof MAKE;

/** Two changes of one chat or skill. */
interface TwoChanges {
  /** Last part of the ids of checks. */
  readonly name: string;
  readonly kind: Kind;
  readonly requirements: readonly RequirementId[];
  /** Follows the path of the chat or skill. */
  readonly suffix?: string;
  /** What both change. Of changes of different members, nothing says that neither is lost. */
  readonly members: readonly string[];
  /** @param word is in all texts of the two bodies */
  bodies?(word: string): readonly [JsonObject, JsonObject];
}

/** Two requests may meet in some of several attempts only. */
const ATTEMPTS = 3;

const CHANGES: readonly TwoChanges[] = [
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

/** What is made twice at once, and the requirement that says that it exists. */
const CREATED = [
  { kind: 'chat', requirement: R['chats.create.exists'] },
  { kind: 'skill', requirement: R['skills.create.exists'] },
] as const;

/**
 * Two requests that change the same thing, or make two, at the same moment. Nothing says which comes first, but afterwards everything is as one
 * of the two answers shows it (sections 4.1 and 4.5).
 */
export const changedAtOnceChecks: readonly Check[] = [
  ...CHANGES.map(({ name, kind, requirements, suffix = '', members, bodies }) =>
    check({
      id: `states.changed-at-once.${name}`,
      requirements,
      async run(t) {
        const { path } = await MAKE[kind](t);
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const before = t.requireSuccess(await t.main.get(path));
          const change = (body?: JsonObject) => t.main.patch(`${path}${suffix}`, body);
          const [one, other] = bodies?.(t.freshId()) ?? [];
          const both = await Promise.all([change(one), change(other)]);
          // A service may refuse a change that meets another.
          const taken = both.filter(({ isSuccess }) => isSuccess);
          expectAsShown(t, requirements, members, t.requireSuccess(await t.main.get(path)), [
            ...taken,
            ...(taken.length === 0 ? [before] : []),
          ]);
        }
      },
    }),
  ),

  ...CREATED.map(({ kind, requirement }) =>
    check({
      id: `states.changed-at-once.${kind}.made`,
      requirements: [requirement],
      async run(t) {
        const names = [`One ${t.freshId()}`, `Other ${t.freshId()}`];
        const made = await Promise.all(names.map((name) => MAKE[kind](t, { name })));
        for (const [at, { path }] of made.entries())
          t.expect(requirement).shows(t.requireSuccess(await t.main.get(path)), 'name', names[at]);
      },
    }),
  ),
];

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
