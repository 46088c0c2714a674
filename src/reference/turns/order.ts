import type { AgentsSupport, PermissionMode } from '../../../generated/types.d.ts';
import type { Agent, Company, DeclaredConnector, DeclaredModel } from '../directory/types.ts';
import type { SearchScope } from '../retrieval/retrieval.ts';
import type { ChatRecord, Owner, SkillRecord } from '../store/store.ts';

/** A turn that has passed all checks. Every resource that its request names is resolved. */
export interface TurnOrder {
  /** Where the turn was started. Only a streaming client can answer interactions. */
  readonly channel: 'blocking' | 'streaming' | 'application';
  readonly requestId: string;
  readonly owner: Owner;
  readonly company: Company;
  readonly chatId: string;
  /** Present when the chat does not exist yet; it is created together with the turn. */
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

/** The resources of a turn, whether its request attached or its content cited them. */
export interface Attached {
  readonly passages: SearchScope;
  readonly skills: readonly SkillRecord[];
  readonly connectors: readonly DeclaredConnector[];
  readonly agents: readonly Agent[];
}

/**
 * Whether a turn can delegate; undefined when it carries no agents. This depends on the model and not on a scope
 * (section 2.3).
 */
export function agentsSupport({
  attached,
  model,
}: Pick<TurnOrder, 'attached' | 'model'>): AgentsSupport | undefined {
  if (attached.agents.length === 0) return undefined;
  return model.tools
    ? { supported: true, reason: null }
    : { supported: false, reason: `The model ${model.name} does not use tools.` };
}
