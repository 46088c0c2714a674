import type { Step, TurnMessage, Usage } from '../../../generated/types.d.ts';
import type { Exchange } from '../../reference/http/exchange.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import type { Body } from '../decorators/requests.ts';
import { rewriteData } from '../decorators/rewrite-answers.ts';
import { changeData, rewriteEvents, TERMINALS, TURN_ENDS } from '../decorators/rewrite-events.ts';
import { rewriteAllItems } from '../decorators/rewrite-lists.ts';
import { rewriteListed, rewriteSteps, rewriteTurns } from '../decorators/rewrite-turns.ts';

/** The members of turns, in the listing and at the end of streams. */
export const messageVariants: readonly Variant[] = [
  variant(
    'A-46=listed-fields',
    'The last event of a stream has no status and no created_at.',
    changeData(TURN_ENDS, ({ status: _, created_at: __, ...data }) => data),
  ),
  variant('A-75=with-message', 'The event of a failed turn also carries the turn.', withMessage),
  variant(
    'A-82=all-false',
    'No failure of a turn is retryable.',
    changeData('message.error', (data) => ({ ...data, retryable: false })),
  ),
  variant(
    'A-83=every-upstream-error',
    'A model that declines counts as an outage, so its failure has details.',
    changeData('message.error', (data) =>
      data.code === 'upstream_error'
        ? {
            ...data,
            details: data.details ?? { service: 'model', failure_kind: 'declined', retry_action: 'none' },
          }
        : data,
    ),
  ),
  variant('A-88=unlisted', 'A running turn is not listed.', unlisting('pending')),
  variant(
    'A-88=other-status',
    'A running turn is listed with the status error.',
    listingAs('pending', 'error'),
  ),
  variant(
    'A-89=cancelled-when-cut',
    'A failed turn is listed as cancelled.',
    listingAs('error', 'cancelled'),
  ),
  variant('A-89=unlisted', 'A failed turn is not listed.', unlisting('error')),
  variant(
    'A-90=absent-when-null',
    'Answers omit the members of a message that are null.',
    omitting((value) => value === null),
  ),
  variant(
    'A-90=absent-when-empty',
    'Answers omit the members of a message that are empty lists.',
    // The service document says that `agent_runs` is empty without a delegation, so it must not be absent.
    omitting((value, name) => Array.isArray(value) && value.length === 0 && name !== 'agent_runs'),
  ),
  variant(
    'A-91=larger-total',
    'The total of tokens is larger than the sum of its parts.',
    changeUsage((usage) => ({ ...usage, total_tokens: usage.total_tokens + 7 })),
  ),
  variant(
    'A-91=agent-tokens-absent',
    'The usage of a turn without tasks has no agent_tokens.',
    changeUsage(({ agent_tokens, ...usage }) => ({ ...usage, ...(agent_tokens && { agent_tokens }) })),
  ),
  variant(
    'A-59=provider-id',
    "A usage has the provider's name of the model.",
    changeUsage((usage) => ({ ...usage, model: `vendor/${usage.model}:2026-01@eu` })),
  ),
  variant(
    'A-92=tokens-object',
    'The tokens and the detail of a step are objects.',
    rewriteSteps((steps) =>
      steps.map((step) => ({
        ...step,
        tokens: { input: 1, output: 2 },
        detail: { text: step.detail ?? '' },
      })),
    ),
  ),
  variant(
    'A-92=tokens-integer',
    'The tokens of a step are an integer, and its duration is 0.',
    rewriteSteps((steps) => steps.map((step) => ({ ...step, tokens: 3, duration: 0 }))),
  ),
  variant(
    'A-92=null-optionals',
    'The missing members of a step are null.',
    rewriteSteps((steps) => steps.map((step) => ({ ...NO_OPTIONALS, ...step }))),
  ),
  variant(
    'A-93=other-types',
    'The agent of a step has lists and strings where other servers have numbers.',
    rewriteSteps((steps) => steps.map(withOtherTypes)),
  ),
  variant(
    'A-93=agent-id-absent',
    'A step of a temporary agent has no agent_id.',
    rewriteSteps((steps) => steps.map(withoutNullAgent)),
  ),
  variant(
    'A-97=masked',
    'The listing shows the prompt of an incognito turn as the model saw it.',
    rewriteListed((turn) =>
      turn.anonymization ? { ...turn, prompt: maskWords(String((turn as Body).prompt)) } : turn,
    ),
  ),
  variant(
    'A-94=reason-text',
    'A turn that could delegate has a reason too.',
    changeAgents((agents) => ({ ...agents, reason: agents.reason ?? 'the model uses tools' })),
  ),
  variant(
    'A-94=reason-null',
    'The reason why a turn could not delegate is null.',
    changeAgents((agents) => ({ ...agents, reason: null })),
  ),
];

const NO_OPTIONALS = { duration: null, detail: null, tokens: null, tool_calls: null, agent_task_ids: null };

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

/** Lists turns of one status with another status. */
function listingAs(status: string, shown: string): Wrap {
  return rewriteListed((turn) => (turn.status === status ? { ...turn, status: shown } : turn));
}

/** Omits turns of one status from lists. */
function unlisting(status: string): Wrap {
  return rewriteAllItems('listMessages', (turns) => turns.filter((turn) => turn.status !== status));
}

/** Omits members from turns, except at the end of streams, where section 6 promises every member. */
function omitting(isOmitted: (value: unknown, name: string) => boolean): Wrap {
  return rewriteTurns((turn: TurnMessage, { place }) =>
    place === 'stream'
      ? turn
      : Object.fromEntries(Object.entries(turn).filter(([name, value]) => !isOmitted(value, name))),
  );
}

function changeUsage(change: (usage: Usage) => object): Wrap {
  return rewriteTurns((turn) => ({ ...turn, usage: turn.usage && change(turn.usage) }));
}

function withOtherTypes(step: Step): object {
  if (!step.agent) return step;
  return {
    ...step,
    agent: { ...step.agent, tool_calls: [], iteration: 'first', model: { id: 3 }, waiting_on: [] },
  };
}

function withoutNullAgent(step: Step): object {
  const { agent_id, ...agent } = step.agent ?? {};
  return step.agent && agent_id === null ? { ...step, agent } : step;
}

function changeAgents(change: (agents: Body) => object): Wrap {
  const withAgents = (data: Body) => (data?.agents ? { ...data, agents: change(data.agents) } : data);
  const inEvents = changeData(TERMINALS, withAgents);
  const inAnswers = rewriteData('sendMessage', withAgents);
  return (exchange) => inEvents(inAnswers(exchange));
}

/** Masks each word with an at sign. */
function maskWords(text: string): string {
  return text.replaceAll(/\S+/g, (word) => (word.includes('@') ? '[EMAIL_1]' : word));
}
