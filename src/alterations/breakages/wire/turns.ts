import type { TurnMessage } from '../../../../generated/types.d.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { ELSEWHERE } from '../../decorators/requests.ts';
import { changeData, TURN_ENDS } from '../../decorators/rewrite-events.ts';
import { also, instead, plus, present } from '../../decorators/values.ts';
import { shown } from '../kinds/shown.ts';
import { told } from '../kinds/told.ts';

/** The turn at the end of a stream. */
export const wireTurnBreakages: readonly Breakage[] = [
  breakage(
    'stream.terminal.status-fits',
    'message.completed has the status cancelled, and message.cancelled the status completed.',
    atEnd((turn) => ({ ...turn, status: turn.status === 'completed' ? 'cancelled' : 'completed' })),
  ),
  told(
    'A stream ends with the id of another turn.',
    shown('messages.id.equals-start', 'the last event', { id: plus(1) }),
  ),
  told(
    'A stream ends with the id of another chat.',
    shown('messages.chat-id.equals-start', 'the last event', { chat_id: ELSEWHERE }),
  ),
  shown('messages.prompt.listing-only', 'the last event', { prompt: 'What was asked' }),
  shown('messages.metadata.echoed', 'the last event', { 'metadata.added': true }),
  shown('messages.agent-runs.empty-without-delegation', 'the last event', { agent_runs: instead([], [{}]) }),
  shown('messages.agents.present-when-carried', 'the last event', { agents: undefined }),
  shown('messages.agents.only-when-carried', 'the last event', {
    agents: instead(undefined, { supported: true, reason: null }),
  }),
  shown('agents.delegated.names-tasks', 'steps', { agent_task_ids: instead(present, ['another']) }),
  shown('agents.delegated.shows-tasks', 'steps', { agent_task_ids: also('another') }),
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
  shown('usage.counters.not-negative', 'the last event', { 'usage.reasoning_tokens': -1 }),
];

function atEnd(change: (turn: TurnMessage) => object): Wrap {
  return changeData(TURN_ENDS, change);
}

function inUsage(change: (usage: NonNullable<TurnMessage['usage']>) => object): Wrap {
  return atEnd((turn) => ({ ...turn, usage: turn.usage && change(turn.usage) }));
}
