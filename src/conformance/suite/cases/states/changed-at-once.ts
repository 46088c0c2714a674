import { changeAtOnce, changeNamed } from '../../check-kit/changes-at-once.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { makeSkill } from '../../check-kit/skills.ts';

/** How a chat or a skill is made. */
const MAKE = { chat: makeChat, skill: makeSkill } as const;

/** Two requests may meet in some of several attempts only. */
const ATTEMPTS = 3;

/** Two changes of one chat or skill. Exploration makes the other pairs. */
const CHANGED = [
  {
    name: 'skill.toggled',
    kind: 'skill',
    requirements: [R['skills.toggle.flips']],
    both: ['toggle it', 'toggle it'],
  },
  {
    name: 'skill.changed',
    kind: 'skill',
    requirements: [R['skills.update.description'], R['skills.update.icon']],
    both: ['change its description and icon', 'change its description and icon'],
  },
  {
    name: 'chat.changed',
    kind: 'chat',
    requirements: [R['chats.update.name'], R['chats.update.is-favorite']],
    both: ['rename and mark it', 'rename and unmark it'],
  },
] as const;

/** What is made twice at once, and the requirement that says that it exists. */
const CREATED = [
  { kind: 'chat', requirement: R['chats.create.exists'] },
  { kind: 'skill', requirement: R['skills.create.exists'] },
] as const;

/**
 * Two requests that change the same thing, or make two, at the same moment. Nothing says which comes first, but afterwards everything is as one
 * of the two orders leaves it (sections 4.1 and 4.5).
 */
export const changedAtOnceChecks: readonly Check[] = [
  ...CHANGED.map(({ name, kind, requirements, both }) =>
    check({
      id: `states.changed-at-once.${name}`,
      requirements,
      async run(t) {
        const place = { path: (await MAKE[kind](t)).path, actor: t.main };
        const attempt = (change: string) => changeNamed(kind, change).attempt(place);
        for (let made = 0; made < ATTEMPTS; made += 1)
          await changeAtOnce(t, kind, [attempt(both[0]), attempt(both[1])], place);
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
