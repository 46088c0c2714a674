import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { CHANGES_AT_ONCE, changeAtOnce, type TwoChanges } from '../../suite/check-kit/changed-at-once.ts';
import { R } from '../../suite/check-kit/check.ts';
import { type Action, type Step, textOf } from '../step.ts';
import { isActive, type KnownSkill } from '../world.ts';

const OF_SKILLS = CHANGES_AT_ONCE.filter(({ kind }) => kind === 'skill');
const OF_CHATS = CHANGES_AT_ONCE.filter(({ kind }) => kind === 'chat');

/** Two changes of a chat at the same moment. */
export const chatChangesAtOnce: readonly Action[] = [
  {
    name: 'change-chat-at-once',
    weight: 2,
    requirements: OF_CHATS.flatMap(({ requirements }) => requirements),
    choices: { what: OF_CHATS.map(({ name }) => name) },
    offer: (world) => world.chatsThat(isActive),
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      const read = await changeAtOnce(t, changeOf(step), `/chats/${chat.id}`, t.as(chat.owner));
      chat.isFavorite = read.data.is_favorite === true;
    },
    describe: ({ chat }) => `chat ${chat} is changed twice at once`,
  },

  {
    name: 'delete-changing-chat',
    weight: 1,
    requirements: [R['chats.delete.exists']],
    offer: (world) => world.chatsThat((chat) => isActive(chat) && world.isIdle(chat)),
    // Whichever comes first, the chat is gone afterwards.
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      const actor = t.as(chat.owner);
      const path = `/chats/${chat.id}`;
      const change = () => actor.patch(path, { name: 'Low water', is_favorite: true });
      t.expect('chats.delete.exists').succeeds(await deleteBeside(change, actor, path));
      chat.state = 'deleted';
    },
    describe: ({ chat }) => `chat ${chat} is deleted and changed at once`,
  },
];

/** Two changes of a skill at the same moment. */
export const skillChangesAtOnce: readonly Action[] = [
  {
    name: 'change-skill-at-once',
    part: 'skills',
    weight: 3,
    requirements: OF_SKILLS.flatMap(({ requirements }) => requirements),
    choices: { what: OF_SKILLS.map(({ name }) => name) },
    offer: (world) => world.skillsThat(isAlive),
    async take(t, world, step) {
      const skill = world.skill(textOf(step, 'skill'));
      const { data } = await changeAtOnce(t, changeOf(step), `/skills/${skill.id}`);
      skill.isActive = data.is_active;
      if ('description' in skill.members || step.what === 'skill.changed')
        skill.members = { ...skill.members, description: data.description };
    },
    describe: ({ skill, what }) =>
      `skill ${skill} is ${what === 'skill.toggled' ? 'toggled' : 'changed'} twice at once`,
  },

  {
    name: 'delete-changing-skill',
    part: 'skills',
    weight: 1,
    requirements: [R['skills.delete.exists']],
    choices: { with: ['a change', 'a toggle'] },
    offer: (world) => world.skillsThat(isAlive),
    async take(t, world, step) {
      const skill = world.skill(textOf(step, 'skill'));
      const path = `/skills/${skill.id}`;
      const change = () =>
        step.with === 'a toggle'
          ? t.main.patch(`${path}/toggle`)
          : t.main.patch(path, { name: `Low water ${t.freshId()}` });
      t.expect('skills.delete.exists').succeeds(await deleteBeside(change, t.main, path));
      skill.isDeleted = true;
    },
    describe: ({ skill, with: other }) => `skill ${skill} is deleted, at once with ${other}`,
  },
];

/** Deletes something while it is changed. A service may refuse a request that meets another, so a refused deletion is sent once more. */
async function deleteBeside(change: () => Promise<Answer>, actor: Actor, path: string): Promise<Answer> {
  const [deleted] = await Promise.all([actor.delete(path), change()]);
  return deleted.isSuccess ? deleted : actor.delete(path);
}

function changeOf(step: Step): TwoChanges {
  const name = textOf(step, 'what');
  const change = CHANGES_AT_ONCE.find((each) => each.name === name);
  if (!change) throw new RangeError(`no change ${name}`);
  return change;
}

function isAlive({ isDeleted }: KnownSkill): boolean {
  return !isDeleted;
}
