import { randomUUID } from 'node:crypto';
import type { TurnMessage } from '../../../../generated/types.d.ts';
import type { Exchange } from '../../../reference/http/exchange.ts';
import { inExchange } from '../../decorators/in-exchange.ts';
import { rewriteEvents } from '../../decorators/rewrite.ts';
import { rewriteSteps } from '../../decorators/rewrite-turns.ts';
import type { Breakage } from '../breakage.ts';

/** What the judge of the wire holds every turn to that ends a stream, done wrong in all of them. */
export const wireTurnBreakages: readonly Breakage[] = [
  inExchange(
    'stream.terminal.status-fits',
    'A stream that ends as completed says that the turn was cancelled, and the other way round.',
    atEnd((turn) => ({ ...turn, status: turn.status === 'completed' ? 'cancelled' : 'completed' })),
  ),
  inExchange(
    'messages.id.equals-start',
    'A stream ends with the id of another turn.',
    atEnd((turn) => ({ ...turn, id: turn.id + 1 })),
  ),
  inExchange(
    'messages.chat-id.equals-start',
    'A stream ends with the id of another chat.',
    atEnd((turn) => ({ ...turn, chat_id: randomUUID() })),
  ),
  inExchange(
    'messages.prompt.listing-only',
    'A stream ends with the prompt.',
    atEnd((turn) => ({ ...turn, prompt: 'What was asked' })),
  ),
  inExchange(
    'messages.metadata.echoed',
    'Metadata comes back with a member more.',
    atEnd((turn) => ({ ...turn, metadata: turn.metadata && { ...turn.metadata, added: true } })),
  ),
  inExchange(
    'messages.agent-runs.empty-without-delegation',
    'Every turn tells of a task.',
    atEnd((turn) => ({ ...turn, agent_runs: turn.agent_runs.length > 0 ? turn.agent_runs : [{}] })),
  ),
  inExchange(
    'messages.agents.present-when-carried',
    'A turn with agents does not tell whether it could delegate.',
    atEnd(({ agents: _, ...turn }) => turn),
  ),
  inExchange(
    'messages.agents.only-when-carried',
    'A turn without agents tells whether it could delegate.',
    atEnd((turn) => ({ ...turn, agents: turn.agents ?? { supported: true, reason: null } })),
  ),
  inExchange(
    'agents.delegated.names-tasks',
    'The step that tells of delegation names tasks that there are not.',
    rewriteSteps((steps) =>
      steps.map((step) => (step.agent_task_ids ? { ...step, agent_task_ids: ['another'] } : step)),
    ),
  ),
  inExchange(
    'usage.agent-tokens.included',
    'What agents consumed is more than all that the turn consumed.',
    inUsage((usage) =>
      usage.agent_tokens === undefined ? usage : { ...usage, agent_tokens: usage.total_tokens + 1 },
    ),
  ),
  inExchange(
    'usage.total.covers-conductor',
    'The prompt is longer than all that the turn consumed.',
    inUsage((usage) => ({ ...usage, prompt_tokens: usage.total_tokens + 1 })),
  ),
  inExchange(
    'usage.counters.snake-case-integers',
    'A turn that did not reason consumed less than nothing for it.',
    inUsage((usage) => ({ ...usage, reasoning_tokens: -1 })),
  ),
];

function atEnd(change: (turn: TurnMessage) => object): (exchange: Exchange) => Exchange {
  return rewriteEvents(() => (event) => [
    event.type === 'message.completed' || event.type === 'message.cancelled'
      ? { ...event, data: change(event.data as TurnMessage) }
      : event,
  ]);
}

function inUsage(
  change: (usage: NonNullable<TurnMessage['usage']>) => object,
): (exchange: Exchange) => Exchange {
  return atEnd((turn) => ({ ...turn, usage: turn.usage && change(turn.usage) }));
}
