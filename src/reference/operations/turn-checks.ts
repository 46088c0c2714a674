import type { ApiFailure, FailureDetails } from '../failures/api-failure.ts';
import { refusal } from '../failures/api-failure.ts';
import type { ErrorRowId } from '../failures/rows.ts';
import { tooManyTurns, type UnlistedId, unlisted } from '../failures/unlisted.ts';
import { outage } from '../turns/cut.ts';
import { DelegationUnavailable } from '../turns/delegation.ts';
import { NO_CHAT } from './chats.ts';
import type { TurnDraft } from './turn-draft.ts';

/** A reason to refuse a turn. A refused turn has not started, and its key stays free. */
export interface TurnCheck {
  readonly refuses: ErrorRowId | UnlistedId;
  applies(draft: TurnDraft): boolean;
  failure?(draft: TurnDraft): ApiFailure;
}

const MAX_AGENTS = 15;
const MAX_METADATA_BYTES = 2048;

/** The checks of a turn before it starts, in this order, after the stages of every request. */
export const TURN_CHECKS: readonly TurnCheck[] = [
  {
    refuses: 'invalid-request',
    applies: ({ body }) => Buffer.byteLength(JSON.stringify(body.metadata ?? null)) > MAX_METADATA_BYTES,
    failure: () =>
      unlisted('invalid-request', `metadata must have at most ${MAX_METADATA_BYTES} bytes as compact JSON.`),
  },
  {
    refuses: 'sync-requires-auto',
    applies: ({ channel, mode }) => channel === 'blocking' && mode !== 'auto',
  },
  {
    // The chat belongs to another credential or to the application, or it is deleted. An unknown chat is created.
    refuses: 'not-found',
    applies: ({ chat, context }) =>
      chat !== undefined && (chat.isDeleted || chat.credentialId !== context.credential.id),
    failure: () => refusal('not-found', { condition: NO_CHAT }),
  },
  {
    refuses: 'scope-not-allowed',
    applies: ({ missingScopes }) => missingScopes.length > 0,
    failure: ({ missingScopes }) =>
      refusal('scope-not-allowed', {
        condition: `The turn attaches resources that need the scope ${missingScopes.join(', ')}, which the credential lacks.`,
        data: { required_scopes: missingScopes },
      }),
  },
  { refuses: 'too-many-agents', applies: ({ agentIds }) => agentIds.length > MAX_AGENTS },
  {
    refuses: 'invalid-agents',
    applies: ({ body, ids, agentIds }) => {
      const named = [...ids.values()].flat();
      const { principal_agent_id: principal, model_id: model } = body;
      if ([...named, principal ?? 1, model ?? 1].some((id) => id < 1)) return true;
      return principal !== undefined && !agentIds.includes(principal);
    },
  },
  {
    refuses: 'too-many-attachments',
    applies: ({ ids, context }) =>
      [...ids.values()].flat().length > context.ports.directory.limits.attachments,
  },
  { refuses: 'attachment-not-allowed', applies: ({ isAllowed }) => !isAllowed },
  { refuses: 'agent-not-available', applies: ({ agents }) => agents.some(({ state }) => state !== 'active') },
  {
    refuses: 'agents-disabled',
    applies: ({ agents, context }) =>
      agents.length > 0 && !context.ports.delegation.isEnabled(context.usable.user.companyId),
    failure: () => refusal('agents-disabled', { details: agentsOutage('disabled', 'none') }),
  },
  {
    refuses: 'invalid-request',
    applies: ({ model }) => model === undefined,
    failure: () => unlisted('invalid-request', 'model_id must be a model of the catalog.'),
  },
  {
    refuses: 'chat-busy',
    applies: (draft) => busyWith(draft) !== undefined,
    failure: (draft) => refusal('chat-busy', { data: { message_id: busyWith(draft) } }),
  },
  {
    refuses: 'too-many-turns',
    applies: ({ context: { ports, credential } }) =>
      ports.engine.countLive({ credentialId: credential.id, userId: credential.userId }) >= ports.liveTurns,
    failure: ({ context: { ports } }) => tooManyTurns('The credential', ports.liveTurns),
  },
  {
    refuses: 'agents-unavailable',
    applies: ({ agents, context }) => {
      if (agents.length === 0) return false;
      try {
        context.ports.delegation.prepare(agents);
        return false;
      } catch (error) {
        if (error instanceof DelegationUnavailable) return true;
        throw error;
      }
    },
    failure: () => refusal('agents-unavailable', { details: agentsOutage('unavailable', 'retry') }),
  },
];

/** @throws ApiFailure of the first check that applies */
export function checkTurn(draft: TurnDraft): void {
  const check = TURN_CHECKS.find(({ applies }) => applies(draft));
  if (check) throw check.failure?.(draft) ?? refusal(check.refuses as ErrorRowId);
}

function busyWith({ chat, context }: TurnDraft): number | undefined {
  return chat && context.ports.store.turns.findOpen(chat.id);
}

function agentsOutage(kind: 'disabled' | 'unavailable', retry_action: 'none' | 'retry'): FailureDetails {
  return outage({
    service_code: `agents_${kind}`,
    dependency: 'agent_service',
    operation: 'prepare_agents',
    failure_kind: kind,
    operation_outcome: 'not_started',
    retry_action,
  });
}
