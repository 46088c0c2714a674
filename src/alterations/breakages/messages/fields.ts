import type { Exchange } from '../../../reference/http/exchange.ts';
import { rewriteAnswers, rewriteEvents, rewriteItems } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

type Turn = Record<string, unknown>;

const NO_TOKENS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, reasoning_tokens: 0 };

/** What this area's requirements forbid, each done. */
export const messageBreakages: readonly Breakage[] = [
  {
    id: 'messages.replay.shape/blocking',
    requirement: 'messages.replay.shape',
    port: 'exchange',
    behaviour: 'The replay of a blocking send has no steps.',
    exchange: (exchange) => {
      const isAgain = repeating();
      return rewriteAnswers('sendMessage', (body) =>
        body.data?.id !== undefined && isAgain(body.data.id)
          ? { ...body, data: withoutSteps(body.data) }
          : body,
      )(exchange);
    },
  },
  {
    id: 'messages.replay.shape/streaming',
    requirement: 'messages.replay.shape',
    port: 'exchange',
    behaviour: 'The replay of a streaming send has no steps.',
    exchange: (exchange) => {
      const isAgain = repeating();
      return rewriteEvents(() => (event) => [
        event.type === 'message.completed' && isAgain(event.data.id)
          ? { ...event, data: withoutSteps({ ...event.data }) }
          : event,
      ])(exchange);
    },
  },
  {
    id: 'messages.prompt.as-sent',
    requirement: 'messages.prompt.as-sent',
    port: 'exchange',
    behaviour: 'The listing shows the first ten characters of a prompt.',
    exchange: inListing((turn) => ({ ...turn, prompt: String(turn.prompt).slice(0, 10) })),
  },
  {
    id: 'messages.status.cancelled-in-history',
    requirement: 'messages.status.cancelled-in-history',
    port: 'exchange',
    behaviour: 'The listing shows a cancelled turn as completed.',
    exchange: inListing((turn) => ({
      ...turn,
      status: turn.status === 'cancelled' ? 'completed' : turn.status,
    })),
  },
  {
    id: 'messages.usage.null-without-consumption',
    requirement: 'messages.usage.null-without-consumption',
    port: 'exchange',
    behaviour: 'A turn that consumed nothing has a usage of zeros.',
    exchange: rewriteEvents(() => (event) => [
      event.type === 'message.cancelled' && event.data.usage === null
        ? { ...event, data: { ...event.data, usage: { ...NO_TOKENS, model: '', provider: '' } } }
        : event,
    ]),
  },
  {
    id: 'messages.sources.chunks-used',
    requirement: 'messages.sources.chunks-used',
    port: 'exchange',
    behaviour: 'A turn does not tell its sources.',
    exchange: inAnswer((turn) => ({ ...turn, sources: [] })),
  },
  {
    id: 'messages.anonymization.incognito-only/never',
    requirement: 'messages.anonymization.incognito-only',
    port: 'exchange',
    behaviour: 'A turn does not tell what was replaced.',
    exchange: inAnswer((turn) => ({ ...turn, anonymization: null })),
  },
  {
    id: 'messages.anonymization.incognito-only/always',
    requirement: 'messages.anonymization.incognito-only',
    port: 'exchange',
    behaviour: 'Every turn tells of replacements.',
    exchange: inAnswer((turn) => ({ ...turn, anonymization: turn.anonymization ?? { replaced: 1 } })),
  },
];

/** Changes each turn of a listing. */
function inListing(change: (turn: Turn) => Turn): (exchange: Exchange) => Exchange {
  return rewriteItems('listMessages', (turns) => turns.map(change));
}

/** Changes the turn that a blocking send answers with. */
function inAnswer(change: (turn: Turn) => Turn): (exchange: Exchange) => Exchange {
  return rewriteAnswers('sendMessage', (body, { status }) =>
    status === 200 ? { ...body, data: change(body.data) } : body,
  );
}

/** @returns whether it was asked about an id before */
function repeating(): (id: unknown) => boolean {
  const seen = new Set<unknown>();
  return (id) => seen.has(id) || !seen.add(id);
}

function withoutSteps({ steps: _, ...rest }: Turn): Turn {
  return rest;
}
