import type { TurnMessage } from '../../../../generated/types.d.ts';
import { rewriteTurns, type Shown } from '../../decorators/rewrite-turns.ts';
import type { Breakage } from '../breakage.ts';

/** What the requirements on agents outside the steps forbid, each done. */
export const messageAgentBreakages: readonly Breakage[] = [
  {
    id: 'messages.agent-runs.summarise-tasks',
    requirement: 'messages.agent-runs.summarise-tasks',
    port: 'exchange',
    behaviour: 'A turn that delegated has no runs.',
    exchange: rewriteTurns((turn) => ({ ...turn, agent_runs: [] })),
  },
  unlikeRuns('listing', 'The listing', ({ place }) => place === 'listing'),
  unlikeRuns('replay', 'A replay', ({ isReplay }) => isReplay),
  unlikeRuns('blocking', 'The blocking answer', ({ place }) => place === 'blocking'),
  {
    id: 'messages.agents.absent-from-history',
    requirement: 'messages.agents.absent-from-history',
    port: 'exchange',
    behaviour: 'The listing tells whether a turn could delegate.',
    exchange: rewriteTurns((turn, { place }) =>
      place === 'listing' && turn.agent_runs.length > 0
        ? { ...turn, agents: { supported: true, reason: null } }
        : turn,
    ),
  },
  {
    id: 'messages.agents.tells-route',
    requirement: 'messages.agents.tells-route',
    port: 'exchange',
    behaviour: 'A turn that delegated says that it could not.',
    exchange: rewriteTurns((turn) => withSupport(turn, false)),
  },
  {
    id: 'messages.agents.model-decides/supported',
    requirement: 'messages.agents.model-decides',
    port: 'exchange',
    behaviour: 'Whoever has the scope is told that the turn could delegate.',
    exchange: rewriteTurns((turn) => withSupport(turn, true)),
  },
  {
    id: 'messages.agents.model-decides/delegates',
    requirement: 'messages.agents.model-decides',
    port: 'exchange',
    behaviour: 'A turn on a model without tools delegates all the same.',
    exchange: rewriteTurns((turn) =>
      turn.agents?.supported === false
        ? { ...turn, agent_runs: [{ task_id: 'task_1', state: 'done' }] }
        : turn,
    ),
  },
];

function unlikeRuns(way: string, place: string, isMeant: (shown: Shown) => boolean): Breakage {
  return {
    id: `messages.agent-runs.same-everywhere/${way}`,
    requirement: 'messages.agent-runs.same-everywhere',
    port: 'exchange',
    behaviour: `${place} shows runs without their summary.`,
    exchange: rewriteTurns((turn, shown) =>
      isMeant(shown) ? { ...turn, agent_runs: turn.agent_runs.map(({ summary: _, ...run }) => run) } : turn,
    ),
  };
}

function withSupport(turn: TurnMessage, supported: boolean): object {
  return turn.agents ? { ...turn, agents: { ...turn.agents, supported } } : turn;
}
