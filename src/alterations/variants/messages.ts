import type { Step, TurnMessage, Usage } from '../../../generated/types.d.ts';
import type { Exchange } from '../../reference/http/exchange.ts';
import { rewriteAnswers, rewriteEvents } from '../decorators/rewrite.ts';
import { pageOf, rewriteLists } from '../decorators/rewrite-lists.ts';
import { rewriteSteps, rewriteTurns, type Shown } from '../decorators/rewrite-turns.ts';
import { type Body, isSuccess } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

/** What a turn shows of itself, in the listing and at its end. */
export const messageVariants: readonly Variant[] = [
  inExchange(
    'A-46=listed-fields',
    'Terminal events have no status and no created_at.',
    rewriteEvents(() => (event) => {
      if (event.type !== 'message.completed' && event.type !== 'message.cancelled') return [event];
      const { status: _, created_at: __, ...data } = event.data;
      return [{ ...event, data }];
    }),
  ),
  inExchange('A-75=with-message', 'The event of a failed turn carries the turn as well.', withMessage),
  inExchange(
    'A-82=all-false',
    'No failure of a turn may be repeated.',
    changeErrors((data) => ({ ...data, retryable: false })),
  ),
  inExchange(
    'A-83=every-upstream-error',
    'A model that declines counts as an outage, and has details.',
    changeErrors((data) =>
      data.code === 'upstream_error'
        ? {
            ...data,
            details: data.details ?? { service: 'model', failure_kind: 'declined', retry_action: 'none' },
          }
        : data,
    ),
  ),
  inExchange(
    'A-88=unlisted',
    'A turn is not listed before it has ended.',
    rewriteLists('listMessages', (list) =>
      pageOf(
        list.items.filter(({ status }) => status !== 'pending'),
        list,
      ),
    ),
  ),
  inExchange(
    'A-88=other-status',
    'A turn that runs is listed as an error, until it is none.',
    listingAs('pending', 'error'),
  ),
  inExchange(
    'A-89=cancelled-when-cut',
    'A turn that failed is listed as cancelled.',
    listingAs('error', 'cancelled'),
  ),
  inExchange(
    'A-89=unlisted',
    'A turn that failed is not listed.',
    rewriteLists('listMessages', (list) =>
      pageOf(
        list.items.filter(({ status }) => status !== 'error'),
        list,
      ),
    ),
  ),
  inExchange(
    'A-90=absent-when-null',
    'A member of a message that is null is absent in answers.',
    leavingOut((value) => value === null),
  ),
  inExchange(
    'A-90=absent-when-empty',
    'A member of a message that is an empty list is absent in answers.',
    leavingOut((value) => Array.isArray(value) && value.length === 0),
  ),
  inExchange(
    'A-91=larger-total',
    'The total of tokens has more in it than what is told apart.',
    changeUsage((usage) => ({ ...usage, total_tokens: usage.total_tokens + 7 })),
  ),
  inExchange(
    'A-91=agent-tokens-absent',
    'Without a task that ran, nothing is told of the tokens of agents.',
    changeUsage(({ agent_tokens, ...usage }) => ({ ...usage, ...(agent_tokens && { agent_tokens }) })),
  ),
  inExchange(
    'A-59=provider-id',
    'Usage names the model as its provider does.',
    changeUsage((usage) => ({ ...usage, model: `vendor/${usage.model}:2026-01@eu` })),
  ),
  inExchange(
    'A-92=tokens-object',
    'Steps have tokens as an object, and a detail as one.',
    rewriteSteps((steps) =>
      steps.map((step) => ({
        ...step,
        tokens: { input: 1, output: 2 },
        detail: { text: step.detail ?? '' },
      })),
    ),
  ),
  inExchange(
    'A-92=tokens-integer',
    'Steps count their tokens, and took no time.',
    rewriteSteps((steps) => steps.map((step) => ({ ...step, tokens: 3, duration: 0 }))),
  ),
  inExchange(
    'A-92=null-optionals',
    'What a step does not have is null.',
    rewriteSteps((steps) => steps.map((step) => ({ ...NO_OPTIONALS, ...step }))),
  ),
  inExchange(
    'A-93=other-types',
    'An agent of a step has lists and texts for what it counts.',
    rewriteSteps(withLists),
  ),
  inExchange(
    'A-94=reason-text',
    'Where agents are supported, a reason is told too.',
    changeAgents((agents) => ({ ...agents, reason: agents.reason ?? 'the model uses tools' })),
  ),
  inExchange(
    'A-94=reason-null',
    'Where agents are not supported, no reason is told.',
    changeAgents((agents) => ({ ...agents, reason: null })),
  ),
];

const NO_OPTIONALS = { duration: null, detail: null, tokens: null, tool_calls: null, agent_task_ids: null };

function changeErrors(change: (data: Body) => Body): (exchange: Exchange) => Exchange {
  return rewriteEvents(() => (event) => [
    event.type === 'message.error' ? { ...event, data: change(event.data) } : event,
  ]);
}

function withMessage(exchange: Exchange): Exchange {
  return rewriteEvents(({ path }) => {
    let id = 0;
    return (event) => {
      if (event.type === 'message.start') id = event.data.message_id;
      if (event.type !== 'message.error') return [event];
      const message = {
        id,
        chat_id: path.chat_id,
        role: 'assistant',
        content: '',
        status: 'error',
        usage: null,
      };
      return [{ ...event, data: { ...message, ...event.data } }];
    };
  })(exchange);
}

/** Lists turns of one status as of another. */
function listingAs(status: string, shown: string): (exchange: Exchange) => Exchange {
  return rewriteTurns((turn, { place }) =>
    place === 'listing' && turn.status === status ? { ...turn, status: shown } : turn,
  );
}

/** Section 6 promises every member of a terminal event, and so these stay whole. */
function leavingOut(isLeftOut: (value: unknown) => boolean): (exchange: Exchange) => Exchange {
  return rewriteTurns((turn: TurnMessage, { place }: Shown) =>
    place === 'stream'
      ? turn
      : Object.fromEntries(Object.entries(turn).filter(([, value]) => !isLeftOut(value))),
  );
}

function changeUsage(change: (usage: Usage) => object): (exchange: Exchange) => Exchange {
  return rewriteTurns((turn) => ({ ...turn, usage: turn.usage && change(turn.usage) }));
}

function withLists(steps: readonly Step[]): object[] {
  return steps.map((step) =>
    step.agent
      ? {
          ...step,
          agent: { ...step.agent, tool_calls: [], iteration: 'first', model: { id: 3 }, waiting_on: [] },
        }
      : step,
  );
}

function changeAgents(change: (agents: Body) => object): (exchange: Exchange) => Exchange {
  const inEnds = rewriteEvents(() => (event) => [withAgents(event, change)]);
  const inAnswers = rewriteAnswers('sendMessage', (body, answer) =>
    isSuccess(answer) ? withAgents(body, change) : body,
  );
  return (exchange) => inEnds(inAnswers(exchange));
}

function withAgents(holder: Body, change: (agents: Body) => object): Body {
  const { data } = holder;
  return data?.agents ? { ...holder, data: { ...data, agents: change(data.agents) } } : holder;
}
