import { randomUUID } from 'node:crypto';
import type { TurnMessage } from '../../../../generated/types.d.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { changeData, TURN_ENDS } from '../../decorators/rewrite-events.ts';
import { rewriteSteps } from '../../decorators/rewrite-turns.ts';

/** The turn at the end of a stream. */
export const wireTurnBreakages: readonly Breakage[] = [
  breakage(
    'stream.terminal.status-fits',
    'message.completed has the status cancelled, and message.cancelled the status completed.',
    atEnd((turn) => ({ ...turn, status: turn.status === 'completed' ? 'cancelled' : 'completed' })),
  ),
  breakage(
    'messages.id.equals-start',
    'A stream ends with the id of another turn.',
    atEnd((turn) => ({ ...turn, id: turn.id + 1 })),
  ),
  breakage(
    'messages.chat-id.equals-start',
    'A stream ends with the id of another chat.',
    atEnd((turn) => ({ ...turn, chat_id: randomUUID() })),
  ),
  breakage(
    'messages.prompt.listing-only',
    'The last event of a stream carries the prompt.',
    atEnd((turn) => ({ ...turn, prompt: 'What was asked' })),
  ),
  breakage(
    'messages.metadata.echoed',
    'Metadata comes back with an additional member.',
    atEnd((turn) => ({ ...turn, metadata: turn.metadata && { ...turn.metadata, added: true } })),
  ),
  breakage(
    'messages.agent-runs.empty-without-delegation',
    'A turn that did not delegate has an item in agent_runs.',
    atEnd((turn) => ({ ...turn, agent_runs: turn.agent_runs.length > 0 ? turn.agent_runs : [{}] })),
  ),
  breakage(
    'messages.agents.present-when-carried',
    'A turn with agents does not say whether it could delegate.',
    atEnd(({ agents: _, ...turn }) => turn),
  ),
  breakage(
    'messages.agents.only-when-carried',
    'A turn without agents says whether it could delegate.',
    atEnd((turn) => ({ ...turn, agents: turn.agents ?? { supported: true, reason: null } })),
  ),
  breakage(
    'agents.delegated.names-tasks',
    'The step that marks a delegation names tasks that do not exist.',
    rewriteSteps((steps) =>
      steps.map((step) => (step.agent_task_ids ? { ...step, agent_task_ids: ['another'] } : step)),
    ),
  ),
  breakage(
    'agents.delegated.shows-tasks',
    'The step that marks a delegation also names a task that does not exist.',
    rewriteSteps((steps) =>
      steps.map((step) =>
        Array.isArray(step.agent_task_ids)
          ? { ...step, agent_task_ids: [...step.agent_task_ids, 'another'] }
          : step,
      ),
    ),
  ),
  breakage(
    'usage.agent-tokens.included',
    'The tokens of agents are more than all tokens of the turn.',
    inUsage((usage) =>
      usage.agent_tokens === undefined ? usage : { ...usage, agent_tokens: usage.total_tokens + 1 },
    ),
  ),
  breakage(
    'usage.total.covers-conductor',
    'The tokens of the prompt are more than all tokens of the turn.',
    inUsage((usage) => ({ ...usage, prompt_tokens: usage.total_tokens + 1 })),
  ),
  breakage(
    'usage.counters.not-negative',
    'A turn has a negative number of reasoning tokens.',
    inUsage((usage) => ({ ...usage, reasoning_tokens: -1 })),
  ),
];

function atEnd(change: (turn: TurnMessage) => object): Wrap {
  return changeData(TURN_ENDS, change);
}

function inUsage(change: (usage: NonNullable<TurnMessage['usage']>) => object): Wrap {
  return atEnd((turn) => ({ ...turn, usage: turn.usage && change(turn.usage) }));
}
