import type { PermissionMode } from '../../../generated/types.d.ts';
import type { Agent, Company, DeclaredConnector, DeclaredModel } from '../directory/types.ts';
import type { SearchScope } from '../retrieval/retrieval.ts';
import type { ChatRecord, Owner, SkillRecord } from '../store/store.ts';

/** A turn that was checked and may run: everything that it names is resolved. */
export interface TurnOrder {
  /** Who listens: a blocking send and the application cannot answer interactions. */
  readonly channel: 'blocking' | 'streaming' | 'application';
  readonly requestId: string;
  readonly owner: Owner;
  readonly company: Company;
  readonly chatId: string;
  /** Present when the chat does not exist yet and begins with this turn. */
  readonly newChat?: ChatRecord;
  readonly key?: { readonly value: string; readonly fingerprint: string };
  readonly content: string;
  readonly mode: PermissionMode;
  readonly model: DeclaredModel;
  readonly metadata: Record<string, unknown> | null;
  readonly attached: Attached;
  /** The agent that conducts the turn; one of `attached.agents`. */
  readonly principal?: Agent;
}

export interface Attached {
  readonly passages: SearchScope;
  readonly skills: readonly SkillRecord[];
  readonly connectors: readonly DeclaredConnector[];
  readonly agents: readonly Agent[];
}
