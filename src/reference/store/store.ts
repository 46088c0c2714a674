/**
 * The state that outlives a request. Every method is atomic. When it returns, its writes survive the end of the process; `disk` tells when
 * they survive a power failure. Methods are synchronous, so nothing else happens between a read and a write that follows it.
 */
import type {
  AgentRun,
  AgentsSupport,
  ErrorDetails,
  PermissionMode,
  SkillLevel,
  SkillVisibility,
  Source,
  Step,
  Usage,
} from '../../../generated/types.d.ts';
import type { Disk } from './disk.ts';

export interface Store {
  readonly chats: Chats;
  readonly turns: Turns;
  readonly interactions: Interactions;
  readonly skills: Skills;
  /** The latest creation of a chat or a turn when the store was opened; 0 if it was empty. The clock must continue from there. */
  readonly latest: Moment;
  /** Absent for a store in memory. */
  readonly disk?: Disk;
  /** Makes several writes atomic: all of them are kept, or none if one throws. Read before it, since what it reads may be undone. */
  atomically(write: () => void): void;
  /** Writes to the store without changing anything. @throws if nothing can be written, as on a full disk */
  probe(): void;
  close(): void;
}

/** A moment, in milliseconds since the epoch. */
type Moment = number;

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The credential and the user that created a chat or a turn. */
export interface Owner {
  /** Null for the application. */
  readonly credentialId: string | null;
  readonly userId: number;
}

export interface ChatRecord extends Owner {
  readonly id: string;
  readonly name: string | null;
  readonly isFavorite: boolean;
  readonly permissionMode: PermissionMode;
  readonly modelId: number | null;
  readonly createdAt: Moment;
  readonly updatedAt: Moment;
  /** A deleted chat keeps its id, so that no new chat can get it. */
  readonly isDeleted: boolean;
}

export interface Chats {
  create(chat: ChatRecord): void;
  find(id: string): ChatRecord | undefined;
  /**
   * Lists the chats of a credential that are not deleted, newest first: in the reverse order of their creation, even if the clock
   * went back in between.
   *
   * @returns one page, and the number of chats on all pages. The store may return the same array until a chat changes.
   */
  list(
    credentialId: string,
    filter: { readonly isFavorite?: boolean },
    page: Page,
  ): { chats: readonly ChatRecord[]; total: number };
  /**
   * @param at the time of the chat's last activity; ignored if the stored time is later
   * @returns the changed chat
   * @throws MissingRecordError
   */
  update(
    id: string,
    change: { readonly name?: string | null; readonly isFavorite?: boolean },
    at: Moment,
  ): ChatRecord;
  delete(id: string): void;
}

/** The chats as the rest of the store needs them. */
export interface StoredChats extends Chats {
  /** Records activity in a chat. */
  touch(id: string, at: Moment): void;
}

/** An accepted turn. */
export interface TurnStart extends Owner {
  readonly chatId: string;
  readonly requestId: string;
  /** Absent for a turn of the application, and after `forgetKeys`. */
  readonly key?: { readonly value: string; readonly fingerprint: string };
  readonly prompt: string;
  readonly metadata: Record<string, unknown> | null;
  /** Present only if the turn carries agents. Stored at the start, because a turn that a crash interrupts never closes itself. */
  readonly agents?: AgentsSupport;
  readonly createdAt: Moment;
}

/** The outcome of a turn: the contents of its message, and its failure if it failed. */
export interface TurnClose {
  readonly status: 'completed' | 'cancelled' | 'error';
  readonly content: string;
  readonly usage: Usage | null;
  readonly steps: readonly Step[];
  readonly sources: readonly Source[];
  readonly anonymization: Record<string, unknown> | null;
  readonly agentRuns: readonly AgentRun[];
  /** Present only if the turn carried agents. */
  readonly agents?: AgentsSupport;
  readonly failure?: TurnFailure;
}

/** Why a turn failed. It is stored under the turn's key, and every replay returns it. */
export interface TurnFailure {
  /** `turn_timeout`, `upstream_error`, … as in message.error and in the rows of errors.yaml. */
  readonly code: string;
  readonly message: string;
  /** True only if nothing was dispatched, so that a new attempt with a new key may work. */
  readonly retryable: boolean;
  /** Present when an outage is the cause. */
  readonly details?: ErrorDetails;
}

export interface TurnRecord extends TurnStart {
  readonly id: number;
  /** The text so far while the turn is open, then the whole text. */
  readonly content: string;
  /** Absent while the turn is open. */
  readonly close?: TurnClose;
}

export interface Turns {
  /** Writes the turn, and its chat if that is new, in one transaction. @returns the turn's id */
  begin(turn: TurnStart, newChat?: ChatRecord): number;
  /** Stores new text of open turns, in one transaction for all of them. Text for a closed turn is dropped. */
  append(pieces: readonly TurnText[]): void;
  /**
   * Writes the outcome and the chat's last activity, in one transaction.
   *
   * @returns false, without writing, when the turn is closed already
   */
  close(id: number, outcome: TurnClose, at: Moment): boolean;
  find(id: number): TurnRecord | undefined;
  findByKey(credentialId: string, key: string): TurnRecord | undefined;
  /** @returns the id of the chat's open turn, whichever credential started it */
  findOpen(chatId: string): number | undefined;
  /** @returns the ids of all open turns */
  listOpen(): number[];
  /** @returns one page of a chat's turns, oldest first, and the number of turns on all pages */
  list(chatId: string, page: Page): { turns: TurnRecord[]; total: number };
  /** Removes the keys of closed turns that began before a moment. */
  forgetKeys(before: Moment): void;
}

export interface TurnText {
  readonly turnId: number;
  readonly text: string;
  /** True when the text replaces all earlier text of the turn. */
  readonly replace: boolean;
}

export type InteractionKind = 'tool_approval' | 'plan_approval' | 'elicitation' | 'auth_required';

/**
 * `claimed`: an answer is being delivered to the turn. `closed`: no answer was accepted, and none will be. In both states an answer gets
 * 409 `api_v1_action_not_pending`.
 */
export type InteractionState = 'pending' | 'claimed' | 'resolved' | 'closed' | 'expired';

export interface InteractionRecord {
  readonly id: string;
  readonly turnId: number;
  readonly chatId: string;
  readonly credentialId: string | null;
  readonly kind: InteractionKind;
  readonly state: InteractionState;
}

export interface Interactions {
  open(interaction: InteractionRecord): void;
  find(id: string): InteractionRecord | undefined;
  /** @returns false, without writing, when the state is not `from` */
  change(id: string, from: InteractionState, to: InteractionState): boolean;
  /** Expires the pending and the claimed interactions of a turn. */
  expireOf(turnId: number): void;
}

export interface SkillFields {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly icon: string;
  readonly visibility: SkillVisibility;
  readonly workspaceId: number | null;
  readonly sharedUserIds: readonly number[];
}

export interface NewSkill extends SkillFields {
  readonly companyId: number;
  readonly userId: number;
  readonly level: SkillLevel;
  readonly isActive: boolean;
  readonly createdAt: Moment;
}

export interface SkillRecord extends NewSkill {
  readonly id: number;
}

export interface Skills {
  /** @returns the skill with its new id. Ids of deleted skills are not used again. */
  create(skill: NewSkill): SkillRecord;
  /**
   * Creates a skill of the seed with the id that the seed declares. Does nothing if that id was ever used, so that a skill that was
   * changed or deleted stays so.
   */
  declare(skill: SkillRecord): void;
  /** @returns undefined for a deleted skill too */
  find(id: number): SkillRecord | undefined;
  /**
   * Lists the skills that a user sees, by id: the user's own, those of the company and of the user's libraries, and those that are
   * shared with the user. Inactive skills are included.
   *
   * @returns one page, and the number of skills on all pages
   */
  list(viewer: SkillViewer, page: Page): { skills: SkillRecord[]; total: number };
  /** @throws MissingRecordError */
  update(id: number, change: Partial<SkillFields> & { readonly isActive?: boolean }): SkillRecord;
  delete(id: number): void;
}

export interface SkillViewer {
  readonly userId: number;
  readonly companyId: number;
  /** The libraries that the user sees. The user sees their skills too. */
  readonly libraryIds: ReadonlySet<number>;
  /** Absent unless the credential has an allowlist of skills. */
  readonly allowed?: ReadonlySet<number>;
}
