import { isDeepStrictEqual } from 'node:util';
import type { ListedMessage } from '../../../generated/types.d.ts';
import { isSettled, type Outcome } from './outcome.ts';
import { Register } from './register.ts';

/** Null: the chat was deleted. */
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

/** A turn with its key. It may have been sent several times. */
export interface SentTurn {
  readonly chat: KnownChat;
  readonly key: string;
  readonly body: string;
  /** The complete text of the model. */
  readonly says: string;
  /** Whether the turn asks for approvals, so that a blocking send would be refused. */
  readonly isManual: boolean;
  /** Every message id that the service has returned for the turn. More than one means that the turn ran twice. */
  readonly messageIds: Set<number>;
  /** The text of its latest stream so far. */
  received: string;
  /** The outcome, once it is known. It may never change. */
  outcome?: Outcome;
  /** The turn in the list of its chat, once it has ended. It may never change. */
  listed?: ListedMessage;
  /** Whether the turn was still open after a crash, so that only recovery can have closed it. */
  wasOpen?: boolean;
}

/** `lost`: something acknowledged is missing. `run twice`: a key has two turns. `wrong`: any other problem. */
export type ProblemKind = 'lost' | 'run twice' | 'wrong';

/** Records everything that the server has acknowledged, and the problems that were found. */
export class Ledger {
  readonly chats: KnownChat[] = [];
  readonly skills: KnownSkill[] = [];
  readonly problems: { readonly kind: ProblemKind; readonly text: string }[] = [];
  /** Chats and skills that requests have touched since the last verification. */
  readonly touchedChats = new Set<KnownChat>();
  readonly touchedSkills = new Set<KnownSkill>();
  /** Interactions whose answer the service has accepted. */
  readonly answered: { readonly chat: KnownChat; readonly actionId: string }[] = [];
  /** Number of successful writes, and of turns with a known outcome. */
  acknowledged = 0;
  /** Number of turns for which the service said that their outcome is not known yet. */
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

  /** Records the message id that the service returned for a turn. */
  sawId(turn: SentTurn, id: number): void {
    const owner = this.#owners.get(id);
    if (owner && owner !== turn)
      this.problem('wrong', `turn ${id} belongs to the keys ${owner.key} and ${turn.key}`);
    this.#owners.set(id, turn);
    turn.messageIds.add(id);
    if (turn.messageIds.size > 1) this.problem('run twice', `key ${turn.key}: ${[...turn.messageIds]}`);
  }

  /** Records the outcome that the service returned for a turn. */
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
        `key ${turn.key} had the outcome ${JSON.stringify(turn.outcome)} and then ${JSON.stringify(outcome)}`,
      );
    }
  }
}
