import type { RequirementId } from '../../../../../generated/ids.d.ts';
import { CHANGES_AT_ONCE, changeAtOnce } from '../../check-kit/changed-at-once.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { makeSkill } from '../../check-kit/skills.ts';

/** How a chat or a skill is made. */
const MAKE = { chat: makeChat, skill: makeSkill } as const;

/** Two requests may meet in some of several attempts only. */
const ATTEMPTS = 3;

/** What is made twice at once, and the requirement that says that it exists. */
const CREATED = [
  { kind: 'chat', requirement: R['chats.create.exists'] },
  { kind: 'skill', requirement: R['skills.create.exists'] },
] as const;

/** A change of one member. */
interface OneChange {
  readonly member: string;
  /** Follows the path. Without it, the change is an update. */
  readonly suffix?: string;
  /** The value for an attempt; a text if absent. */
  readonly value?: (attempt: number) => unknown;
  readonly kept: RequirementId;
}

interface ChangesApart {
  /** Last part of the ids of checks. */
  readonly name: string;
  readonly kind: keyof typeof MAKE;
  readonly changes: readonly OneChange[];
}

/** Changes of different members, each with the requirement that another change at the same moment does not undo it. */
const APART: readonly ChangesApart[] = [
  {
    name: 'chat.two-members',
    kind: 'chat',
    changes: [
      { member: 'name', kept: R['chats.update.name'] },
      {
        member: 'is_favorite',
        value: (attempt) => attempt % 2 === 0,
        kept: R['chats.update.is-favorite'],
      },
    ],
  },
  {
    name: 'skill.two-members',
    kind: 'skill',
    changes: [
      { member: 'description', kept: R['skills.update.only-sent-fields'] },
      { member: 'icon', kept: R['skills.update.only-sent-fields'] },
    ],
  },
  {
    name: 'skill.beside-toggle',
    kind: 'skill',
    changes: [
      { member: 'icon', kept: R['skills.update.icon'] },
      { member: 'is_active', suffix: '/toggle', kept: R['skills.update.only-sent-fields'] },
    ],
  },
];

/**
 * Two requests that change the same thing, or make two, at the same moment. Nothing says which comes first, but afterwards everything is as one
 * of the two answers shows it (sections 4.1 and 4.5). Of changes of different members, neither is lost.
 */
export const changedAtOnceChecks: readonly Check[] = [
  ...CHANGES_AT_ONCE.map((change) =>
    check({
      id: `states.changed-at-once.${change.name}`,
      requirements: change.requirements,
      async run(t) {
        const { path } = await MAKE[change.kind](t);
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) await changeAtOnce(t, change, path);
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

  ...APART.map(({ name, kind, changes }) =>
    check({
      id: `states.changed-at-once.${name}`,
      requirements: [...new Set(changes.map(({ kept }) => kept))],
      async run(t) {
        const { path } = await MAKE[kind](t);
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          // Either of the two requests may be the one that undoes the other.
          const inOrder = attempt % 2 === 0 ? changes : changes.toReversed();
          const changed = inOrder.map(async (change) => {
            const { member, suffix = '', value = () => `${member} ${attempt}` } = change;
            const body = suffix === '' ? { [member]: value(attempt) } : undefined;
            return { ...change, answer: await t.main.patch(`${path}${suffix}`, body) };
          });
          const all = await Promise.all(changed);
          const read = t.requireSuccess(await t.main.get(path));
          // A service may refuse a change that meets another.
          for (const { member, kept, answer } of all.filter((each) => each.answer.isSuccess))
            t.expect(kept).shows(read, member, answer.data[member]);
        }
      },
    }),
  ),
];
