import type { AgentsSupport } from '../../../generated/types.d.ts';
import { anonymizationOf } from '../incognito/mask.ts';
import type { TurnClose, TurnRecord } from '../store/store.ts';
import { failureOf, interrupted } from './failure.ts';
import type { LiveTurn } from './live-turn.ts';
import { agentsSupport } from './order.ts';
import { renderUsage } from './usage.ts';

/** The members of a close other than status and text, for a turn of which only these two are known. */
export const BARE_CLOSE = {
  usage: null,
  steps: [],
  sources: [],
  anonymization: null,
  agentRuns: [],
} as const satisfies Partial<TurnClose>;

/**
 * The outcome to store for a turn that has stopped running.
 *
 * @param error what stopped it; undefined when it finished
 */
export function closeOf(turn: LiveTurn, error: unknown): TurnClose {
  const { order } = turn;
  const failure = error === undefined ? undefined : failureOf(error, order.requestId, turn.hideSecrets);
  const agents = agentsSupport(order);
  return {
    status: error === undefined ? 'completed' : failure ? 'error' : 'cancelled',
    // Its secrets were masked when it was written.
    content: turn.content,
    ...turn.hideSecretsIn(factsOf(turn, agents)),
    ...(agents && { agents }),
    ...(failure && { failure }),
  };
}

/** What a turn has produced besides its text. */
function factsOf(turn: LiveTurn, agents: AgentsSupport | undefined) {
  return {
    usage: renderUsage(turn.usage.total(), agents ? turn.agentTokens : undefined),
    steps: turn.steps.close(),
    sources: turn.sources,
    anonymization: turn.mask ? anonymizationOf(turn.mask) : null,
    agentRuns: turn.runs,
  };
}

/** The outcome to store for a turn whose process stopped before the turn ended. */
export function interruptedClose({ content, agents, requestId }: TurnRecord): TurnClose {
  return {
    status: 'error',
    content,
    ...BARE_CLOSE,
    ...(agents && { agents }),
    failure: interrupted(requestId),
  };
}
