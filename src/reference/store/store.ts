/**
 * What outlives a request. Every method is atomic and, once it returns, durable as far as the database is. Methods are
 * synchronous: between a look and a write nothing else happens.
 */
import type {
  AgentRun,
  AgentsSupport,
  PermissionMode,
  SkillLevel,
  SkillVisibility,
  Source,
  Step,
  Usage,
} from '../../../generated/types.d.ts';
import type { TurnFailure } from '../turns/failure.ts';

export interface Store {
  readonly chats: Chats;
  readonly turns: Turns;
  readonly interactions: Interactions;
  readonly skills: Skills;
  close(): void;
}

/** A moment, in milliseconds since the epoch. */
type Moment = number;

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Who a chat or a turn came from. Null stands for the application. */
export interface Owner {
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
  /** A deleted chat keeps its id, so that nobody gets it anew. */
  readonly isDeleted: boolean;
}

export interface Chats {
  create(chat: ChatRecord): void;
  find(id: string): ChatRecord | undefined;
  /** A page of a credential's chats that are not deleted, the newest first, and how many there are in all. */
  list(
    credentialId: string,
    filter: { readonly isFavorite?: boolean },
    page: Page,
  ): { chats: readonly ChatRecord[]; total: number };
  /**
   * @returns the chat as it then is
   * @throws MissingRecordError
   */
  update(
    id: string,
    change: { readonly name?: string | null; readonly isFavorite?: boolean },
    at: Moment,
  ): ChatRecord;
  delete(id: string): void;
}

/** A turn from the moment that it is accepted. */
export interface TurnStart extends Owner {
  readonly chatId: string;
  readonly requestId: string;
  /** Absent for a turn of the application, and once it was forgotten. */
  readonly key?: { readonly value: string; readonly fingerprint: string };
  readonly prompt: string;
  readonly metadata: Record<string, unknown> | null;
  /** Present only if the turn carries agents; kept from the start, since a turn that a crash cuts has no close of its own. */
  readonly agents?: AgentsSupport;
  readonly createdAt: Moment;
}

/** How a turn ended: what the message shows, and the failure if there was one. */
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

export interface TurnRecord extends TurnStart {
  readonly id: number;
  /** What was said so far while the turn is open, and the whole afterwards. */
  readonly content: string;
  /** Absent while the turn is open. */
  readonly close?: TurnClose;
}

export interface Turns {
  /** Writes the turn, and its chat if that is new, in one step. @returns the turn's id */
  begin(turn: TurnStart, newChat?: ChatRecord): number;
  /** Keeps what open turns said, in one step for all of them. What a closed turn says late is dropped. */
  append(pieces: readonly TurnText[]): void;
  /**
   * Writes the outcome and the chat's last activity, in one step.
   *
   * @returns false, and writes nothing, when the turn was closed before
   */
  close(id: number, outcome: TurnClose, at: Moment): boolean;
  find(id: number): TurnRecord | undefined;
  findByKey(credentialId: string, key: string): TurnRecord | undefined;
  /** The open turn of a chat, whoever started it. */
  findOpen(chatId: string): number | undefined;
  /** Every open turn. */
  listOpen(): number[];
  /** A page of a chat's turns, the oldest first, and how many there are in all. */
  list(chatId: string, page: Page): { turns: TurnRecord[]; total: number };
  /** Forgets the keys of turns that were begun before a moment and are closed. */
  forgetKeys(before: Moment): void;
}

export interface TurnText {
  readonly turnId: number;
  readonly text: string;
  /** True when the text takes the place of everything said before. */
  readonly replace: boolean;
}

export type InteractionKind = 'tool_approval' | 'plan_approval' | 'elicitation' | 'auth_required';

/**
 * `claimed`: an answer is on its way to the turn. `closed`: no answer will be taken any more, though none was accepted.
 * Both show as 409 `api_v1_action_not_pending`.
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
  /** @returns false, and writes nothing, when the state was not the one expected */
  change(id: string, from: InteractionState, to: InteractionState): boolean;
  /** Expires what a turn left pending or claimed. */
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
  /** @returns the skill with the id that it got; ids of deleted skills are not used again */
  create(skill: NewSkill): SkillRecord;
  /**
   * Puts a skill of the seed in place, with the id that it declares. Where that id was ever used, nothing happens: the
   * skill stays what it has become, even if that is deleted.
   */
  declare(skill: SkillRecord): void;
  /** A skill that is not deleted. */
  find(id: number): SkillRecord | undefined;
  /**
   * A page of the skills that a user sees, by id: the user's own, the company's, those of the user's libraries, and those
   * shared with the user; inactive ones too.
   */
  list(viewer: SkillViewer, page: Page): { skills: SkillRecord[]; total: number };
  /** @throws MissingRecordError */
  update(id: number, change: Partial<SkillFields> & { readonly isActive?: boolean }): SkillRecord;
  delete(id: number): void;
}

export interface SkillViewer {
  readonly userId: number;
  readonly companyId: number;
  /** The libraries that the user sees, and with them their skills. */
  readonly libraryIds: ReadonlySet<number>;
  /** The only skills that the credential may use, when it is limited. */
  readonly allowed?: ReadonlySet<number>;
}
