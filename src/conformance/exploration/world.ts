import type { CredentialName, FaultName, ScenarioName } from '../../../generated/ids.d.ts';
import type { JsonInteger } from '../../exact-json/exact-number.ts';
import type { Turn } from '../drive/actor.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import type { Profile } from '../profile/profile.ts';
import type { Channel } from '../suite/check-kit/context.ts';
import type { FaultEnd } from '../suite/check-kit/fault-ends.ts';
import type { Asked } from '../suite/check-kit/interaction-replies.ts';
import type { RunningTurn, Sent } from '../suite/check-kit/running-turn.ts';
import { isScripted } from '../suite/check-kit/turns.ts';

export type Owner = 'main' | CredentialName;

/** A chat that a sequence uses. */
export interface KnownChat {
  readonly name: string;
  readonly id: string;
  readonly owner: Owner;
  /** `open`: the contract does not say whether the chat exists. */
  state: 'active' | 'deleted' | 'open';
  /** Undefined until a step sets it. */
  isFavorite?: boolean;
}

/** A turn that a sequence sent. */
export interface KnownTurn {
  readonly name: string;
  readonly chat: KnownChat;
  readonly body: Turn;
  readonly sent: Sent;
  readonly channel: Channel;
  /**
   * `asking`: an interaction waits for its answer. `held`: the turn does nothing until it is cancelled. `recovering`: the turn has ended, and
   * the service has yet to find out what it stored. `open`: the contract does not say whether the turn still runs.
   */
  state: 'asking' | 'held' | 'over' | 'recovering' | 'open';
  stream?: LiveStream;
  running?: RunningTurn;
  /** Whether the client has disconnected. */
  isLeft: boolean;
  messageId?: unknown;
  /** The interaction that the turn is waiting for. */
  asked?: Asked | undefined;
  /** The last interaction that can no longer be answered, and why. */
  closed?: { readonly asked: Asked; readonly by: 'answer' | 'cancel' | 'time' | 'doubt' | 'rejection' };
  /** Whether an interaction was answered with no. */
  hasRefusal?: boolean;
  /** The fault of its send. */
  readonly fault?: FaultName | undefined;
  /** Whether the service found out later how the turn ended. */
  isRecovered?: boolean;
  /** How the turn fails because of its fault, if nothing else ends it before. */
  readonly failure?: FaultEnd | undefined;
  /** The scenario that holds the turn, if it follows no script. */
  readonly holding?: ScenarioName | undefined;
  /** How the turn ended, taken from the name of its terminal event. */
  end?: 'completed' | 'cancelled' | 'error';
}

/** A skill that a sequence created with the credential `main`. */
export interface KnownSkill {
  readonly name: string;
  readonly id: JsonInteger;
  isActive: unknown;
  visibility: string;
  /** The values that updates have set. */
  members: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
}

/** The credentials that a sequence uses, both to own things and to request those of others. A step needs its own. */
const OTHER_USER = 'other_user';
export const OWNERS: readonly Owner[] = ['main', 'second', OTHER_USER];

/** Scenarios that hold a turn, the one that never ends first. */
const HOLDING = ['endless_turn', 'long_turn'] as const;

/** What a sequence has created on the service, and what is known about it. */
export class World {
  readonly chats = new Map<string, KnownChat>();
  readonly turns = new Map<string, KnownTurn>();
  readonly skills = new Map<string, KnownSkill>();
  /** Those of the credentials that the profile has. */
  readonly #owners: readonly Owner[];
  /** How many times the sequence has waited. */
  waits = 0;
  /** Whether the model follows scripts. */
  readonly isScripted: boolean;
  /** Without scripts: the scenario of a turn that runs until it is cancelled, or for minutes. */
  readonly holding: ScenarioName | undefined;

  constructor({ credentials, scenarios }: Pick<Profile, 'credentials' | 'scenarios'>) {
    this.#owners = OWNERS.filter((name) => name in credentials);
    this.isScripted = scenarios.plain !== undefined && isScripted(scenarios.plain.body);
    this.holding = this.isScripted ? undefined : HOLDING.find((name) => name in scenarios);
  }

  chat(name: string): KnownChat {
    return known(this.chats, name);
  }

  turn(name: string): KnownTurn {
    return known(this.turns, name);
  }

  skill(name: string): KnownSkill {
    return known(this.skills, name);
  }

  /** Targets for a step: the chats that match a condition. */
  chatsThat(are: (chat: KnownChat) => boolean): readonly { readonly chat: string }[] {
    return [...this.chats.values()].filter(are).map(({ name }) => ({ chat: name }));
  }

  /** Targets for a step: the turns that match a condition. */
  turnsThat(are: (turn: KnownTurn) => boolean): readonly { readonly turn: string }[] {
    return [...this.turns.values()].filter(are).map(({ name }) => ({ turn: name }));
  }

  /** Targets for a step: the skills that match a condition. */
  skillsThat(are: (skill: KnownSkill) => boolean): readonly { readonly skill: string }[] {
    return [...this.skills.values()].filter(are).map(({ name }) => ({ skill: name }));
  }

  get activeChats(): readonly KnownChat[] {
    return [...this.chats.values()].filter(isActive);
  }

  turnsOf(chat: KnownChat): readonly KnownTurn[] {
    return [...this.turns.values()].filter((turn) => turn.chat === chat);
  }

  /** The turn that runs in a chat. Undefined if none does, or if the contract does not say whether one does. */
  liveTurn(chat: KnownChat): KnownTurn | undefined {
    return this.turnsOf(chat).find(({ state }) => state === 'asking' || state === 'held');
  }

  /** A turn whose stream a client still reads, and of which the contract does not say whether it still runs. */
  openTurn(chat: KnownChat): KnownTurn | undefined {
    return this.turnsOf(chat).find(({ state, stream, isLeft }) => state === 'open' && stream && !isLeft);
  }

  /** Whether it is certain that no turn runs in a chat. */
  isIdle(chat: KnownChat): boolean {
    return this.turnsOf(chat).every(({ state }) => state === 'over');
  }

  /** The credentials of other users than the owner's that the profile has. */
  othersThan({ owner }: { readonly owner: Owner }): readonly Owner[] {
    return this.#owners.filter((name) => (name === OTHER_USER) !== (owner === OTHER_USER));
  }

  /** Records a chat and its owner. */
  addChat(name: string, id: string, owner: Owner, state: KnownChat['state'] = 'active'): KnownChat {
    const chat = { name, id, owner, state };
    this.chats.set(name, chat);
    return chat;
  }
}

/** The credentials that do not own a resource, whether or not the profile has them. */
export function strangersOf({ owner }: { readonly owner: Owner }): readonly Owner[] {
  return OWNERS.filter((name) => name !== owner);
}

/** Whether a chat certainly exists. */
export function isActive({ state }: KnownChat): boolean {
  return state === 'active';
}

/** @throws RangeError for an unknown name. A step that is possible never has one. */
function known<Kind>(all: ReadonlyMap<string, Kind>, name: string): Kind {
  const found = all.get(name);
  if (found === undefined) throw new RangeError(`the sequence has no ${name}`);
  return found;
}

/** The names of what a sequence makes, by the member of a step that has them, in the order of their use. */
export const NAMES = {
  chat: ['A', 'B'],
  turn: ['1', '2', '3', '4', '5', '6'],
  skill: ['S', 'T'],
} as const;

/** The next free name. */
export function nextName(taken: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  return names.find((name) => !taken.has(name));
}
