import type { Need } from '../../../../generated/ids.d.ts';
import { takeAtOnce } from '../../suite/check-kit/at-once.ts';
import { CHANGED_AT_ONCE, changeAtOnce, changeNamed, KINDS } from '../../suite/check-kit/changes-at-once.ts';
import { lackOfCourse } from '../course.ts';
import { type Action, type Step, type Target, textOf } from '../step.ts';
import { type KnownChat, type KnownTurn, NAMES, nextName, OWNERS, type World } from '../world.ts';
import { isCancellable } from './cancels.ts';
import { newTurn } from './new-turn.ts';
import {
  type Running,
  settleTurns,
  TURN_ACTS,
  type TurnAct,
  type TurnAttempt,
  type Where,
} from './turns-at-once.ts';

const CHANGES = KINDS.chat.changes.map(({ name }) => name);
const SKILL_CHANGES = KINDS.skill.changes.map(({ name }) => name);
/** The contract does not say what happens to a turn that runs in a deleted chat (A-34). */
const BESIDE_TURNS = CHANGES.filter((name) => name !== 'delete it');
const TURNS = new Map(TURN_ACTS.map((act) => [act.name, act]));
const IN_CHATS = [...CHANGES, ...TURNS.keys()];
/** Services go wrong more often where two requests for one turn meet. */
const OFTEN = 4;

/** The steps that make one of the requests alone. */
const ALONE: Readonly<Record<'chat' | 'skill', Readonly<Record<string, Step>>>> = {
  chat: {
    'rename it': { do: 'rename-chat', title: 'Ebb and flow' },
    'mark it': { do: 'mark-chat', favorite: true },
    'delete it': { do: 'delete-chat' },
    'cancel its turn': { do: 'cancel' },
  },
  skill: {
    'rename it': { do: 'update-skill', sets: 'name' },
    'describe it': { do: 'update-skill', sets: 'description' },
    'toggle it': { do: 'toggle-skill' },
    'delete it': { do: 'delete-skill' },
  },
};

/** Two requests that reach the service at the same moment, in an unknown order: any two that the tables have for one chat or skill. */
export const chatsAtOnce: Action = {
  name: 'chat-at-once',
  weight: 16,
  requirements: [...CHANGED_AT_ONCE.chat, ...TURN_ACTS.flatMap(({ requirements }) => requirements)],
  choices: { one: IN_CHATS, other: IN_CHATS },
  offer(world) {
    const fresh = nextName(world.chats, NAMES.chat);
    const turn = nextName(world.turns, NAMES.turn);
    const known = world.activeChats.flatMap((chat) => {
      const running = runningIn(world, chat);
      const acts = TURN_ACTS.filter(({ fits }) => running !== undefined && fits(running, false));
      return pairsIn(turn, acts, running === 'none' ? CHANGES : BESIDE_TURNS).map((pair) => ({
        ...pair,
        chat: chat.name,
        as: chat.owner,
      }));
    });
    const acts = TURN_ACTS.filter(({ fits }) => fits('none', true));
    const made = fresh === undefined ? [] : pairsIn(turn, acts, []);
    return [
      ...known,
      ...made.flatMap((pair) => OWNERS.map((as) => ({ ...pair, chat: fresh as string, as }))),
    ];
  },
  needsOf: (step) =>
    actsOf(step).flatMap(({ needs = [] }): readonly Need[] => (step.as === 'main' ? needs : [])),
  lacksUnscripted: (step, { holding }) =>
    actsOf(step).some(({ holds }) => holds)
      ? lackOfCourse({ does: [], end: 'holds' }, step.as === 'other_user' ? undefined : holding)
      : undefined,
  async take(t, world, step) {
    const name = textOf(step, 'chat');
    const isNew = !world.chats.has(name);
    const chat = world.chats.get(name) ?? newTurn(t, world, step, t.plain(), 'streaming').chat;
    const place = { path: `/chats/${chat.id}`, actor: t.as(chat.owner) };
    const where: Where = { world, step, chat, live: cancellableIn(world, chat), key: t.freshId() };
    const attempt = (act: string): TurnAttempt =>
      TURNS.get(act)?.attempt(t, where) ?? changeNamed('chat', act).attempt(place);
    const attempts = [attempt(textOf(step, 'one')), attempt(textOf(step, 'other'))] as const;
    const start = { turn: where.live?.state ?? 'none', isNew };
    if (isNew) return settleTurns(t, where, attempts, await takeAtOnce(t, attempts, start));
    const both = await changeAtOnce(t, 'chat', attempts, place, start);
    if (both.state.exists === false) chat.state = 'deleted';
    if (typeof both.state.is_favorite === 'boolean') chat.isFavorite = both.state.is_favorite;
    await settleTurns(t, where, attempts, both);
  },
  plainer: (step) => alone('chat', step),
  describe: ({ chat, as, one, other, turn }) =>
    `${as} makes two requests for chat ${chat} at once: to ${one} and to ${other}${turn === undefined ? '' : `; the one that runs is turn ${turn}`}`,
};

export const skillsAtOnce: Action = {
  name: 'skill-at-once',
  part: 'skills',
  weight: 6,
  requirements: CHANGED_AT_ONCE.skill,
  choices: { one: SKILL_CHANGES, other: SKILL_CHANGES },
  offer: (world) => world.skillsThat(({ isDeleted }) => !isDeleted),
  async take(t, world, step) {
    const skill = world.skill(textOf(step, 'skill'));
    const place = { path: `/skills/${skill.id}`, actor: t.main };
    const attempt = (change: string) => changeNamed('skill', change).attempt(place);
    const attempts = [attempt(textOf(step, 'one')), attempt(textOf(step, 'other'))] as const;
    const {
      exists,
      is_active: isOn = skill.isActive,
      icon,
      ...members
    } = (await changeAtOnce(t, 'skill', attempts, place)).state;
    Object.assign(skill, {
      isDeleted: exists === false,
      isActive: isOn,
      members: { ...skill.members, ...members },
    });
  },
  plainer: (step) => alone('skill', step),
  describe: ({ skill, one, other }) => `skill ${skill} meets two requests at once: to ${one} and to ${other}`,
};

/** The pairs of requests for a chat. @param turn the name of a new turn, if one is left */
function pairsIn(
  turn: string | undefined,
  acts: readonly TurnAct[],
  changes: readonly string[],
): readonly Target[] {
  const possible = acts.filter(({ makes }) => !makes || turn !== undefined);
  const fits = (one: TurnAct, other: TurnAct) => one.besides?.(other) ?? true;
  const pairOf = (one: string, other: string): Target => {
    const makes = [one, other].some((name) => TURNS.get(name)?.makes);
    return { one, other, ...(makes && turn !== undefined && { turn }) };
  };
  const ofTurns = possible.flatMap((one) =>
    possible.flatMap((other) => (fits(one, other) && fits(other, one) ? [pairOf(one.name, other.name)] : [])),
  );
  const beside = changes.filter((name) => BESIDE_TURNS.includes(name));
  return [
    ...Array.from({ length: OFTEN }, () => ofTurns).flat(),
    ...possible.flatMap(({ name }) =>
      beside.flatMap((change) => [pairOf(name, change), pairOf(change, name)]),
    ),
    ...changes.flatMap((one) => changes.map((other) => pairOf(one, other))),
  ];
}

/** The turn of a chat that both requests can be about. */
function cancellableIn(world: World, chat: KnownChat): KnownTurn | undefined {
  const turn = world.liveTurn(chat);
  return turn && isCancellable(turn) ? turn : undefined;
}

/** What the turn of a chat does. Undefined if it can do something that is not decided. */
function runningIn(world: World, chat: KnownChat): Running | undefined {
  if (world.isIdle(chat)) return 'none';
  return cancellableIn(world, chat)?.state as Running | undefined;
}

function actsOf({ one, other }: Step): readonly TurnAct[] {
  return [one, other].flatMap((name) => TURNS.get(String(name)) ?? []);
}

function alone(kind: keyof typeof ALONE, { one, other, [kind]: name }: Step): readonly Step[] {
  return [one, other].flatMap((request) => {
    const step = ALONE[kind][String(request)];
    return step && name !== undefined ? [{ ...step, [kind]: name }] : [];
  });
}
