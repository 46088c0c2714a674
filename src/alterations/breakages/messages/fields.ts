import type { Usage } from '../../../../generated/types.d.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { createRecall } from '../../decorators/keys.ts';
import { type Body, bodyOf } from '../../decorators/requests.ts';
import { rewriteData, rewriteItems } from '../../decorators/rewrite-answers.ts';
import { changeData, TURN_ENDS } from '../../decorators/rewrite-events.ts';
import { rewriteListed, rewriteTurns } from '../../decorators/rewrite-turns.ts';
import { asText, first, instead, plus, present } from '../../decorators/values.ts';
import { shown } from '../kinds/shown.ts';

const NO_TOKENS = {
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  reasoning_tokens: 0,
  model: '',
  provider: '',
};

const ADDRESS = /(?<![\w.])[\w.]+@[\w.]+/g;

/** The members of a turn, except those about agents. */
export const messageBreakages: readonly Breakage[] = [
  shown('steps.duration.integer', 'steps', { duration: plus(0.125) }),
  breakage(
    'messages.metadata.echoed/incognito',
    'In a turn of incognito mode, an address in the metadata is replaced.',
    rewriteTurns((turn) =>
      turn.anonymization && turn.metadata
        ? { ...turn, metadata: JSON.parse(JSON.stringify(turn.metadata).replaceAll(ADDRESS, '[ADDRESS]')) }
        : turn,
    ),
  ),
  breakage('messages.replay.shape/blocking', 'The replay of a blocking send has no steps.', (exchange) => {
    const isReplay = createRecall<number>();
    return rewriteData('sendMessage', ({ steps, ...turn }) =>
      isReplay(turn.id) ? turn : { ...turn, steps },
    )(exchange);
  }),
  breakage('messages.replay.shape/streaming', 'The replay of a streaming send has no steps.', (exchange) => {
    const isReplay = createRecall<number>();
    return changeData('message.completed', ({ steps, ...turn }) =>
      isReplay(turn.id) ? turn : { ...turn, steps },
    )(exchange);
  }),
  shown('messages.prompt.as-sent', 'listMessages', { prompt: first(10) }),
  breakage(
    'messages.prompt.as-sent/bytes',
    'The listing shows the first 65,535 bytes of a prompt.',
    rewriteItems('listMessages', (turns) =>
      turns.map((turn) => ({ ...turn, prompt: Buffer.from(turn.prompt).toString('utf8', 0, 65_535) })),
    ),
  ),
  shown('messages.status.cancelled-in-history', 'listMessages', {
    status: instead('cancelled', 'completed'),
  }),
  shown('messages.usage.null-without-consumption', 'message.cancelled', { usage: instead(null, NO_TOKENS) }),
  shown(
    'messages.usage.null-without-consumption/with-agents',
    'message.cancelled',
    { usage: { ...NO_TOKENS, agent_tokens: 0 } },
    { usage: null, agents: present },
  ),
  breakage(
    'messages.sources.workspace-id/of-file',
    'The sources of a file that is attached alone name the file as their library.',
    rewriteSourcesOfFiles((source) => ({ ...source, workspace_id: source.file_id })),
  ),
  breakage(
    'messages.sources.file-id/of-file',
    'The sources of a file that is attached alone name the library as their file.',
    rewriteSourcesOfFiles((source) => ({ ...source, file_id: source.workspace_id })),
  ),
  ...(
    [
      ['messages.metadata.echoed/earlier', 'metadata', (own, earlier) => own ?? earlier],
      ['messages.content.string/earlier', 'content', (own, earlier) => `${earlier}${own}`],
      ['messages.steps.array/earlier', 'steps', (own, earlier) => [...earlier, ...own]],
      ['messages.sources.array/earlier', 'sources', (own, earlier) => [...earlier, ...own]],
      [
        'messages.agent-runs.empty-without-delegation/earlier',
        'agent_runs',
        (own, earlier) => [...earlier, ...own],
      ],
    ] as const satisfies readonly (readonly [string, string, (own: Body, earlier: Body) => Body])[]
  ).map(([id, member, join]) =>
    breakage(
      id,
      `A streamed turn shows the ${member} of the turn before it too.`,
      withEarlier((turn, earlier) => ({ ...turn, [member]: join(turn[member], earlier[member]) })),
    ),
  ),
  shown('messages.sources.chunks-used', 'sendMessage', { sources: [] }),
  shown('messages.sources.chunks-used/best', 'turns', { sources: first(1) }),
  shown('messages.anonymization.incognito-only/never', 'sendMessage', { anonymization: null }),
  shown('messages.anonymization.incognito-only/always', 'sendMessage', {
    anonymization: instead(null, { replaced: 1 }),
  }),
  shown('messages.anonymization.incognito-only/cancelled', 'message.cancelled', { anonymization: null }),
  breakage(
    'messages.content.string/incognito',
    'An answer in incognito mode loses what may begin a placeholder at its end.',
    rewriteTurns((turn) =>
      turn.anonymization ? { ...turn, content: turn.content.replace(/\[$/, '') } : turn,
    ),
  ),
  breakage(
    'messages.sources.file-id/library',
    'A source names its library in the place of its file.',
    rewriteTurns((turn) => ({
      ...turn,
      sources: turn.sources.map((source) => ({ ...source, file_id: source.workspace_id })),
    })),
  ),
  breakage(
    'usage.shape.same-everywhere/members',
    'The listing shows only the total of a usage.',
    changeListedUsage(({ total_tokens }) => ({ total_tokens })),
  ),
  shown('usage.shape.same-everywhere/types', 'listMessages', { 'usage.total_tokens': asText }),
  shown('usage.values.same-in-history', 'listMessages', { 'usage.total_tokens': 0 }),
];

function changeListedUsage(change: (usage: Usage) => object): Wrap {
  return rewriteListed((turn) => ({ ...turn, usage: turn.usage && change(turn.usage) }));
}

/** Changes the sources of blocking turns that attach files but no library. */
function rewriteSourcesOfFiles(change: (source: Body) => Body): Wrap {
  return rewriteData('sendMessage', (turn, { request }) =>
    bodyOf(request)?.attachments?.workspace_ids?.length
      ? turn
      : { ...turn, sources: turn.sources.map(change) },
  );
}

/** Changes the end of a stream using the end of the previous stream in the same chat. */
function withEarlier(change: (turn: Body, earlier: Body) => Body): Wrap {
  return (exchange) => {
    const last = new Map<string, Body>();
    return changeData(TURN_ENDS, (turn) => {
      const earlier = last.get(turn.chat_id);
      last.set(turn.chat_id, turn);
      return earlier && earlier.id !== turn.id ? change(turn, earlier) : turn;
    })(exchange);
  };
}
