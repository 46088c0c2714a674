import type { CredentialName } from '../../../generated/ids.d.ts';
import type { Turn } from '../drive/actor.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import type { Profile } from '../profile/profile.ts';
import type { Channel } from '../suite/check-kit/context.ts';
import type { Asked } from '../suite/check-kit/interaction-replies.ts';
import type { RunningTurn, Sent } from '../suite/check-kit/running-turn.ts';
import { isScripted } from '../suite/check-kit/turns.ts';

export type Owner = 'main' | CredentialName;

/** A chat of a sequence. */
export interface KnownChat {
  readonly name: string;
  readonly id: string;
  readonly owner: Owner;
  /** `open`: the contract does not say whether the chat is there. */
  state: 'active' | 'deleted' | 'open';
  /** Undefined as long as nobody has set it. */
  isFavorite?: boolean;
}

/** A turn of a sequence. */
export interface KnownTurn {
  readonly name: string;
  readonly chat: KnownChat;
  readonly body: Turn;
  readonly sent: Sent;
  readonly channel: Channel;
  /**
   * `asking`: an interaction waits for its answer. `held`: it does nothing until it is cancelled. `open`: the contract does not say whether it
   * still runs.
   */
  state: 'asking' | 'held' | 'over' | 'open';
  stream?: LiveStream;
  running?: RunningTurn;
  /** Whether its client has gone away. */
  isLeft: boolean;
  messageId?: unknown;
  /** What the turn asks now. */
  asked?: Asked | undefined;
  /** The last question that can no longer be answered, and why. */
  closed?: { readonly asked: Asked; readonly by: 'answer' | 'cancel' | 'time' };
  /** How it ended, by the word of the terminal event. */
  end?: 'completed' | 'cancelled' | 'error';
}

/** A skill of a sequence, which the credential main has created. */
export interface KnownSkill {
  readonly name: string;
  readonly id: number;
  isActive: unknown;
  visibility: string;
  /** The values that changes gave its members. */
  members: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
}

/** Credentials that a sequence acts with, as far as the profile has them. */
const OWNERS: readonly Owner[] = ['main', 'second', 'other_user'];

/** What a sequence has made at the service, and what is known of it. */
export class World {
  readonly chats = new Map<string, KnownChat>();
  readonly turns = new Map<string, KnownTurn>();
  readonly skills = new Map<string, KnownSkill>();
  /** The credentials that own things or look at those of others. */
  readonly owners: readonly Owner[];
  /** How often the sequence has waited. */
  waits = 0;
  /** Whether the model obeys scripts. */
  readonly isScripted: boolean;

  constructor({ credentials, scenarios }: Pick<Profile, 'credentials' | 'scenarios'>) {
    this.owners = OWNERS.filter((name) => name in credentials);
    this.isScripted = scenarios.plain !== undefined && isScripted(scenarios.plain.body);
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

  /** The chats in a state, as what a step is done to. */
  chatsThat(are: (chat: KnownChat) => boolean): readonly { readonly chat: string }[] {
    return [...this.chats.values()].filter(are).map(({ name }) => ({ chat: name }));
  }

  /** The turns in a state, as what a step is done to. */
  turnsThat(are: (turn: KnownTurn) => boolean): readonly { readonly turn: string }[] {
    return [...this.turns.values()].filter(are).map(({ name }) => ({ turn: name }));
  }

  /** The skills in a state, as what a step is done to. */
  skillsThat(are: (skill: KnownSkill) => boolean): readonly { readonly skill: string }[] {
    return [...this.skills.values()].filter(are).map(({ name }) => ({ skill: name }));
  }

  get activeChats(): readonly KnownChat[] {
    return [...this.chats.values()].filter(isActive);
  }

  turnsOf(chat: KnownChat): readonly KnownTurn[] {
    return [...this.turns.values()].filter((turn) => turn.chat === chat);
  }

  /** The turn that runs in a chat; undefined if none does, or if that is open. */
  liveTurn(chat: KnownChat): KnownTurn | undefined {
    return this.turnsOf(chat).find(({ state }) => state === 'asking' || state === 'held');
  }

  /** Whether it is certain that no turn runs in a chat. */
  isIdle(chat: KnownChat): boolean {
    return this.turnsOf(chat).every(({ state }) => state === 'over');
  }

  /** The credentials that did not create something. */
  strangersOf({ owner }: { readonly owner: Owner }): readonly Owner[] {
    return this.owners.filter((name) => name !== owner);
  }

  /** Notes that a chat is there, and of whom. */
  addChat(name: string, id: string, owner: Owner, state: KnownChat['state'] = 'active'): KnownChat {
    const chat = { name, id, owner, state };
    this.chats.set(name, chat);
    return chat;
  }
}

/** Whether a chat is there for certain. */
export function isActive({ state }: KnownChat): boolean {
  return state === 'active';
}

/** @throws RangeError for a name that nothing has; a step is only taken where it is possible */
function known<Kind>(all: ReadonlyMap<string, Kind>, name: string): Kind {
  const found = all.get(name);
  if (found === undefined) throw new RangeError(`the sequence has no ${name}`);
  return found;
}

/** The next name that is free: letters for chats, numbers for turns. */
export function nextName(taken: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  return names.find((name) => !taken.has(name));
}
