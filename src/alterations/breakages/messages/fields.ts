import type { Usage } from '../../../../generated/types.d.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { createRecall } from '../../decorators/keys.ts';
import { type Body, bodyOf } from '../../decorators/requests.ts';
import { rewriteData, rewriteItems } from '../../decorators/rewrite-answers.ts';
import { changeData, TURN_ENDS } from '../../decorators/rewrite-events.ts';
import { rewriteListed, rewriteSteps, rewriteTurns } from '../../decorators/rewrite-turns.ts';

const NO_TOKENS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, reasoning_tokens: 0 };

const ADDRESS = /(?<![\w.])[\w.]+@[\w.]+/g;

/** The members of a turn, except those about agents. */
export const messageBreakages: readonly Breakage[] = [
  breakage(
    'steps.duration.integer',
    'A step says to the microsecond how long it took.',
    rewriteSteps((steps) =>
      steps.map((step) =>
        typeof step.duration === 'number' ? { ...step, duration: step.duration + 0.125 } : step,
      ),
    ),
  ),
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
  breakage(
    'messages.prompt.as-sent',
    'The listing shows the first ten characters of a prompt.',
    rewriteItems('listMessages', (turns) =>
      turns.map((turn) => ({ ...turn, prompt: turn.prompt.slice(0, 10) })),
    ),
  ),
  breakage(
    'messages.prompt.as-sent/bytes',
    'The listing shows the first 65,535 bytes of a prompt.',
    rewriteItems('listMessages', (turns) =>
      turns.map((turn) => ({ ...turn, prompt: Buffer.from(turn.prompt).toString('utf8', 0, 65_535) })),
    ),
  ),
  breakage(
    'messages.status.cancelled-in-history',
    'The listing shows a cancelled turn as completed.',
    rewriteListed((turn) => ({ ...turn, status: turn.status === 'cancelled' ? 'completed' : turn.status })),
  ),
  breakage(
    'messages.usage.null-without-consumption',
    'A cancelled turn that consumed nothing has a usage of zeros.',
    changeData('message.cancelled', (turn) => ({
      ...turn,
      usage: turn.usage ?? { ...NO_TOKENS, model: '', provider: '' },
    })),
  ),
  breakage(
    'messages.usage.null-without-consumption/with-agents',
    'A cancelled turn with agents that consumed nothing has a usage of zeros.',
    changeData('message.cancelled', (turn) => ({
      ...turn,
      usage: turn.usage ?? (turn.agents ? { ...NO_TOKENS, agent_tokens: 0, model: '', provider: '' } : null),
    })),
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
  breakage(
    'messages.sources.chunks-used',
    'A turn does not show its sources.',
    rewriteData('sendMessage', (turn) => ({ ...turn, sources: [] })),
  ),
  breakage(
    'messages.sources.chunks-used/best',
    'A turn shows only the best of its sources.',
    rewriteTurns((turn) => ({ ...turn, sources: turn.sources.slice(0, 1) })),
  ),
  breakage(
    'messages.anonymization.incognito-only/never',
    'A turn does not show what was anonymised.',
    rewriteData('sendMessage', (turn) => ({ ...turn, anonymization: null })),
  ),
  breakage(
    'messages.anonymization.incognito-only/always',
    'Every turn claims that something was anonymised.',
    rewriteData('sendMessage', (turn) => ({ ...turn, anonymization: turn.anonymization ?? { replaced: 1 } })),
  ),
  breakage(
    'messages.anonymization.incognito-only/cancelled',
    'A turn that was cancelled does not show what was anonymised.',
    changeData('message.cancelled', (turn) => ({ ...turn, anonymization: null })),
  ),
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
  breakage(
    'usage.shape.same-everywhere/types',
    'The listing shows the total of a usage as a string.',
    changeListedUsage((usage) => ({ ...usage, total_tokens: String(usage.total_tokens) })),
  ),
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
