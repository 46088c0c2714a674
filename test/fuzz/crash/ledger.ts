import { isDeepStrictEqual } from 'node:util';
import type { ListedMessage } from '../../../generated/types.d.ts';
import { isSettled, type Outcome } from './outcome.ts';
import { Register } from './register.ts';

/** Null stands for a resource that was deleted. */
export type ChatState = { readonly name: string | null; readonly is_favorite: boolean } | null;
export type SkillState = {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly is_active: boolean;
} | null;

export interface KnownChat {
  readonly id: string;
  readonly token: string;
  readonly state: Register<ChatState>;
  readonly turns: SentTurn[];
}

export interface KnownSkill {
  readonly id: number;
  readonly token: string;
  readonly state: Register<SkillState>;
}

/** A turn that was sent under one key, however often. */
export interface SentTurn {
  readonly chat: KnownChat;
  readonly key: string;
  readonly body: string;
  /** Everything that its model will say. */
  readonly says: string;
  /** A blocking send would be refused. */
  readonly isManual: boolean;
  /** Every id that the service has given it; more than one means that it ran twice. */
  readonly messageIds: Set<number>;
  /** What its stream has told so far. */
  received: string;
  /** The outcome, once it was told. It may never change. */
  outcome?: Outcome;
  /** The turn as it was listed after its end. It may never change. */
  listed?: ListedMessage;
  /** It was seen to be open after a crash, so that only recovery can have closed it. */
  wasOpen?: boolean;
}

/** `lost`: something acknowledged is not there. `run twice`: a key has two turns. `wrong`: anything else. */
export type ProblemKind = 'lost' | 'run twice' | 'wrong';

/** Everything that the server has acknowledged, and what was found wrong. */
export class Ledger {
  readonly chats: KnownChat[] = [];
  readonly skills: KnownSkill[] = [];
  readonly problems: { readonly kind: ProblemKind; readonly text: string }[] = [];
  /** What requests were on since it was last cleared. */
  readonly touchedChats = new Set<KnownChat>();
  readonly touchedSkills = new Set<KnownSkill>();
  /** Action ids whose answer was accepted, with their chat. */
  readonly answered: { readonly chat: KnownChat; readonly actionId: string }[] = [];
  /** Writes that were answered with success, and turns whose end was told. */
  acknowledged = 0;
  /** Turns of which the service said that their outcome is not known yet. */
  unknownSeen = 0;
  readonly #owners = new Map<number, SentTurn>();

  problem(kind: ProblemKind, text: string): void {
    this.problems.push({ kind, text });
  }

  count(kind: ProblemKind): number {
    return this.problems.filter((problem) => problem.kind === kind).length;
  }

  get turns(): SentTurn[] {
    return this.chats.flatMap(({ turns }) => turns);
  }

  addChat(id: string, token: string, state: ChatState): KnownChat {
    const chat = { id, token, state: new Register(state), turns: [] };
    this.chats.push(chat);
    this.touchedChats.add(chat);
    return chat;
  }

  addSkill(id: number, token: string, state: SkillState): KnownSkill {
    if (this.skills.some((skill) => skill.id === id)) this.problem('wrong', `skill ${id} was made twice`);
    const skill = { id, token, state: new Register(state) };
    this.skills.push(skill);
    this.touchedSkills.add(skill);
    return skill;
  }

  /** The service named the turn of a key. */
  sawId(turn: SentTurn, id: number): void {
    const owner = this.#owners.get(id);
    if (owner && owner !== turn)
      this.problem('wrong', `turn ${id} belongs to the keys ${owner.key} and ${turn.key}`);
    this.#owners.set(id, turn);
    turn.messageIds.add(id);
    if (turn.messageIds.size > 1) this.problem('run twice', `key ${turn.key}: ${[...turn.messageIds]}`);
  }

  /** The service told how the turn of a key ended. */
  sawOutcome(turn: SentTurn, outcome: Outcome): void {
    if (!isSettled(outcome)) {
      if (!turn.wasOpen) this.unknownSeen += 1;
      turn.wasOpen = true;
      if (turn.outcome) this.problem('lost', `key ${turn.key} had an outcome and has none`);
    } else if (!turn.outcome) {
      turn.outcome = outcome;
      this.acknowledged += 1;
    } else if (!isDeepStrictEqual(outcome, turn.outcome)) {
      this.problem(
        'lost',
        `key ${turn.key} told ${JSON.stringify(turn.outcome)} and then ${JSON.stringify(outcome)}`,
      );
    }
  }
}
