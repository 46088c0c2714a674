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

/**
 * Two requests that change the same thing, or make two, at the same moment. Nothing says which comes first, but afterwards everything is as one
 * of the two answers shows it (sections 4.1 and 4.5).
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
];
