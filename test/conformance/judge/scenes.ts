import { ExchangeJudge } from '../../../src/conformance/judge/exchange-judge.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { formatEvent } from '../../../src/event-stream/index.ts';
import { judgePieces, judgeText } from './judging.ts';
import { CHAT, MESSAGE, START } from './turn.ts';

/** A requirement with a stream that meets it, and a stream that violates only this requirement. */
export interface Scene {
  readonly requirement: string;
  sound(): Judgement;
  unsound(): Judgement;
}

type Data = Readonly<Record<string, unknown>>;

const event = (type: string, data: unknown) => formatEvent({ type, data: JSON.stringify(data) });
const PING = event('ping', { ts: 1772438400.5 });
const delta = (text: string, replace = false) => event('message.delta', { text, replace });
const COMPLETED: Data = {
  ...MESSAGE,
  content: 'The store opens at nine.',
  status: 'completed',
  created_at: '2026-03-02T08:30:00Z',
};
const completed = (changes: Data = {}) => event('message.completed', { ...COMPLETED, ...changes });
const failed = (changes: Data) =>
  event('message.error', {
    code: 'upstream_error',
    message: 'The model provider failed',
    retryable: false,
    ...changes,
  });
const USAGE: Data = {
  prompt_tokens: 10,
  completion_tokens: 5,
  total_tokens: 40,
  reasoning_tokens: 0,
  agent_tokens: 25,
  model: 'kestrel-large-2026-01',
  provider: 'northwind',
};
const step = (changes: Data) => ({
  key: 'agent',
  label: 'Agent Analyst',
  label_code: 'step.agent',
  status: 'done',
  timestamp: '2026-03-02T08:30:02Z',
  ...changes,
});
const TASK = step({ agent: { task_id: 'task_3b9e10', name: 'Analyst' } });
/** A task that reports its token usage. */
const consuming = (tokens: number) =>
  step({
    agent: {
      task_id: 'task_3b9e10',
      name: 'Analyst',
      tokens: { input_tokens: 0, output_tokens: tokens, total_tokens: tokens },
    },
  });
const OTHER_TASK = step({ agent: { task_id: 'task_77a2c4', name: 'Analyst' } });
const AGENTS = { agents: { supported: true, reason: null } };
/** The summary of a turn with a task. */
const RUNS: Data = { agent_runs: [{}] };
/** A turn that delegated these tasks, and shows the steps of some. */
const delegated = (ids: readonly string[], ...tasks: Data[]) =>
  completed({
    steps: [step({ key: 'agents_delegated', agent_task_ids: ids }), ...tasks],
    ...RUNS,
    usage: USAGE,
  });
const CALL = { tool_use_id: 'tu_81c4', name: 'close_ticket', server: 'tickets', input: {} };
/** A tool that a task calls. */
const TASK_CALL = step({
  key: 'tool',
  agent: { task_id: 'task_3b9e10', name: 'Analyst' },
  tool_calls: [CALL],
});
/** The task of an agent that was selected. */
const SELECTED = step({ agent: { task_id: 'task_3b9e10', agent_id: 21, name: 'Analyst' } });
const asks = (changes: Data = {}) =>
  event('message.action_required', {
    kind: 'tool_approval',
    action_id: 'act_5f2c81d09e',
    payload: { tools: [CALL] },
    ...changes,
  });
const elicits = (schema: Data) =>
  asks({ kind: 'elicitation', payload: { message: 'Which store?', mode: 'form', requested_schema: schema } });

const plans = (changes: Data) =>
  asks({
    kind: 'plan_approval',
    payload: {
      plan: { title: 'Answer', context: '', notes: '', steps: [{ step: 1, action: 'Look', ...changes }] },
    },
  });
/** A turn with one task. */
const RUNNING: Data = {
  steps: [step({ key: 'agents_delegated', agent_task_ids: ['task_3b9e10'] }), TASK],
  usage: USAGE,
};

const DETAILS: Data = {
  schema_version: 1,
  service: 'conversation-gateway',
  service_code: 'provider_failed',
  dependency: 'model-provider',
  operation: 'generate',
  failure_kind: 'stream_interrupted',
  operation_outcome: 'unknown',
  retryable: false,
  retry_action: 'check_status',
  request_id: '5b6c1f0e-2d7a-4b93-8e15-60f2a9c4d871',
};

/** Two raw streams that differ only in whether they meet the requirement. */
function raw(requirement: string, sound: string, unsound: string): Scene {
  return { requirement, sound: () => judgeText(sound), unsound: () => judgeText(unsound) };
}

interface Answer {
  readonly body: string;
  readonly turn?: Data;
  readonly path?: string;
  readonly type?: string;
}

/** One exchange of a streaming send, with its request. */
function answered({ body, turn = {}, path = CHAT, type = 'text/event-stream' }: Answer): Judgement {
  const judgement = new Judgement();
  const request = {
    method: 'POST',
    path: `/api/v1/chats/${path}/messages/stream`,
    body: Buffer.from(JSON.stringify({ content: 'When does the store open?', ...turn })),
  };
  const judge = new ExchangeJudge(judgement, request, { exchange: 0 });
  judge.respond({ status: 200, headers: { 'content-type': type } });
  judge.push(Buffer.from(body));
  judge.end('server');
  return judgement;
}

function exchange(requirement: string, sound: Answer, unsound: Answer): Scene {
  return { requirement, sound: () => answered(sound), unsound: () => answered(unsound) };
}

/** One exchange of an operation with a JSON response. */
function json(requirement: string, sound: string, unsound: string): Scene {
  const judge = (body: string) => () => {
    const judgement = new Judgement();
    const judging = new ExchangeJudge(
      judgement,
      { method: 'GET', path: `/api/v1/chats/${CHAT}` },
      { exchange: 0 },
    );
    judging.respond({ status: 200, headers: { 'content-type': 'application/json' } });
    judging.push(Buffer.from(body));
    judging.end('server');
    return judgement;
  };
  return { requirement, sound: judge(sound), unsound: judge(unsound) };
}

/** Two blocking answers to a turn that differ only in whether they meet the requirement. */
function blocking(
  requirement: string,
  sound: { readonly turn?: Data; readonly data?: Data },
  unsound: { readonly turn?: Data; readonly data?: Data },
): Scene {
  const judge =
    ({ turn = {}, data = {} }: typeof sound) =>
    () => {
      const judgement = new Judgement();
      const request = {
        method: 'POST',
        path: `/api/v1/chats/${CHAT}/messages`,
        body: Buffer.from(
          JSON.stringify({ content: 'When does the store open?', permission_mode: 'auto', ...turn }),
        ),
      };
      const judging = new ExchangeJudge(judgement, request, { exchange: 0 });
      judging.respond({ status: 200, headers: { 'content-type': 'application/json' } });
      judging.push(Buffer.from(JSON.stringify({ ...ENVELOPE, data: { ...COMPLETED, ...data } })));
      judging.end('server');
      return judgement;
    };
  return { requirement, sound: judge(sound), unsound: judge(unsound) };
}

/** A stream whose pieces arrive at intervals, in milliseconds. */
function timed(
  requirement: string,
  sound: readonly number[],
  unsound: readonly number[],
  pieces: readonly string[],
): Scene {
  const judge = (times: readonly number[]) => () =>
    judgePieces(
      pieces.map((text, index) => ({ bytes: Buffer.from(text), at: times[index] ?? 0 })),
      { timeScale: 1 },
    );
  return { requirement, sound: judge(sound), unsound: judge(unsound) };
}

const CARRIED = { attachments: { agent_ids: [21] } };
const NOTED = { metadata: { note: 'Quayside' } };
const ENVELOPE: Data = {
  status: 'success',
  message: 'OK',
  message_code: 'api_v1_ok',
  meta: { request_id: '5b6c1f0e-2d7a-4b93-8e15-60f2a9c4d871' },
};
const CHAT_BODY = JSON.stringify({
  ...ENVELOPE,
  data: {
    id: CHAT,
    name: null,
    is_favorite: false,
    permission_mode: 'manual',
    model_id: null,
    created_at: '2026-03-02T08:30:00Z',
    updated_at: '2026-03-02T08:30:00Z',
  },
});

/** The first and the last event of a replay. */
export const REPLAY = { start: START, end: event } as const;

export const SCENES: readonly Scene[] = [
  raw('stream.start.always', START + completed(), PING + completed()),
  raw('stream.start.first', START + PING + completed(), PING + START + completed()),
  raw('stream.start.first', START + completed(), START + START + completed()),
  raw('stream.terminal.exactly-one', START + completed(), START + PING),
  raw('stream.terminal.exactly-one', START + completed(), START + completed() + completed()),
  raw('stream.terminal.exactly-one', START + completed(), START + completed().trimEnd()),
  raw('stream.terminal.last', START + completed(), START + completed() + PING),
  raw('stream.terminal.status-fits', START + completed(), START + completed({ status: 'cancelled' })),
  raw('stream.framing.event-and-data', START + completed(), `${START}data: {}\n\n${completed()}`),
  raw('stream.framing.event-and-data', START + completed(), `${START}event: ping\n\n${completed()}`),
  raw(
    'stream.framing.json-data',
    START + completed(),
    `${START}event: ping\ndata: {ts: 1}\n\n${completed()}`,
  ),
  raw('messages.id.equals-start', START + completed(), START + completed({ id: 9002 })),
  raw(
    'messages.chat-id.equals-start',
    START + completed({ chat_id: CHAT.toUpperCase() }),
    START + completed({ chat_id: '7e1d2c90-45ab-4c3f-8f26-91b0a7d5e3c8' }),
  ),
  raw('messages.prompt.listing-only', START + completed(), START + completed({ prompt: 'When?' })),
  raw(
    'messages.agent-runs.empty-without-delegation',
    START + completed(),
    START + completed({ agent_runs: [{ task_id: 'task_3b9e10' }] }),
  ),
  raw(
    'stream.action.unique-id',
    START + asks() + asks({ action_id: 'act_77b0e4c213' }) + completed(),
    START + asks() + asks() + completed(),
  ),
  raw(
    'payloads.elicitation.flat-schema',
    START + elicits({ type: 'object', properties: { store: { type: 'string' } } }) + completed(),
    START + elicits({ type: 'object', properties: { store: { type: 'object' } } }) + completed(),
  ),
  raw(
    'payloads.elicitation.flat-schema',
    START + elicits({}) + completed(),
    START + elicits({ type: 'array' }) + completed(),
  ),
  raw(
    'payloads.plan.step-tool',
    START + plans({ tool: 'find_tickets' }) + completed(),
    START + plans({ tool: '' }) + completed(),
  ),
  raw(
    'agents.task.correlates',
    START + completed({ ...RUNNING, agent_runs: [{ task_id: 'task_3b9e10' }] }),
    START + completed({ ...RUNNING, agent_runs: [{ task_id: 'task_77a2c4' }] }),
  ),
  blocking('messages.agents.present-when-carried', { turn: CARRIED, data: AGENTS }, { turn: CARRIED }),
  blocking('messages.agents.only-when-carried', {}, { data: AGENTS }),
  blocking('messages.metadata.echoed', { turn: NOTED, data: NOTED }, { turn: NOTED }),
  blocking('messages.prompt.listing-only', {}, { data: { prompt: 'When?' } }),
  blocking(
    'agents.task.correlates',
    { data: { ...RUNNING, agent_runs: [{ task_id: 'task_3b9e10' }] } },
    { data: { ...RUNNING, agent_runs: [{ task_id: 'task_77a2c4' }] } },
  ),
  raw(
    'agents.task.correlates',
    START +
      asks({ agent: { task_id: 'task_3b9e10', name: 'Analyst' } }) +
      completed({ steps: [TASK], ...RUNS }),
    START +
      asks({ agent: { task_id: 'task_77a2c4', name: 'Writer' } }) +
      completed({ steps: [TASK], ...RUNS }),
  ),
  raw(
    'events.action.agent-when-task',
    START +
      asks({ agent: { task_id: 'task_3b9e10', name: 'Analyst' } }) +
      completed({ steps: [TASK_CALL], ...RUNS }),
    START + asks() + completed({ steps: [TASK_CALL], ...RUNS }),
  ),
  raw(
    'messages.agent-runs.summarise-tasks',
    START + completed({ steps: [TASK], ...RUNS, usage: USAGE }),
    START + completed({ steps: [TASK], usage: USAGE }),
  ),
  raw(
    'messages.agents.tells-route',
    START + completed({ steps: [TASK], ...RUNS, ...AGENTS, usage: USAGE }),
    START + completed({ steps: [TASK], ...RUNS, agents: { supported: false, reason: null }, usage: USAGE }),
  ),
  raw(
    'messages.agents.present-when-carried',
    START + completed({ steps: [SELECTED], ...RUNS, ...AGENTS, usage: USAGE }),
    START + completed({ steps: [SELECTED], ...RUNS, usage: USAGE }),
  ),
  raw(
    'events.error.agents-if-carried',
    START + event('message.step', { steps: [SELECTED] }) + failed({ ...RUNS, ...AGENTS }),
    START + event('message.step', { steps: [SELECTED] }) + failed(RUNS),
  ),
  raw(
    'events.error.agent-runs-only-with-tasks',
    START + event('message.step', { steps: [TASK] }) + failed(RUNS),
    START + event('message.step', { steps: [TASK] }) + failed({}),
  ),
  raw(
    'usage.agent-tokens.present',
    START + completed({ steps: [TASK], ...RUNS, usage: USAGE }),
    START + completed({ steps: [TASK], ...RUNS, usage: { ...USAGE, agent_tokens: undefined } }),
  ),
  raw(
    'usage.agent-tokens.included',
    START + completed({ steps: [TASK], ...RUNS, usage: USAGE }),
    START + completed({ steps: [TASK], ...RUNS, usage: { ...USAGE, agent_tokens: 41 } }),
  ),
  raw(
    'usage.counters.not-negative',
    START + completed({ usage: USAGE }),
    START + completed({ usage: { ...USAGE, reasoning_tokens: -1 } }),
  ),
  raw(
    'events.ping.epoch-seconds',
    START + PING + completed(),
    START + event('ping', { ts: 1772438400500 }) + completed(),
  ),
  raw('events.error.upstream-not-retryable', START + failed({}), START + failed({ retryable: true })),
  ...[
    [delta('Our shops', false), 'turn_failed'],
    [event('message.step', { steps: [step({ key: 'thinking' })] }), 'outcome_unknown'],
    [asks(), 'idempotency_outcome_unknown'],
    ['', 'turn_timeout'],
    ['', 'persistence_failed'],
  ].map(([before = '', code]) =>
    raw(
      'events.error.dispatched-not-retryable',
      START + before + failed({ code }),
      START + before + failed({ code, retryable: true }),
    ),
  ),
  raw(
    'events.error.timeout-without-details',
    START + failed({ code: 'turn_timeout' }),
    START + failed({ code: 'turn_timeout', details: DETAILS }),
  ),
  raw(
    'events.error.agent-runs-only-with-tasks',
    START + event('message.step', { steps: [TASK] }) + failed({ agent_runs: [{}] }),
    START + failed({ agent_runs: [] }),
  ),
  raw(
    'events.error.agent-runs-only-with-tasks',
    START + event('message.step', { steps: [TASK] }) + failed({ agent_runs: [{}] }),
    START + event('message.step', { steps: [step({ key: 'reasoning' })] }) + failed({ agent_runs: [{}] }),
  ),
  raw(
    'envelope.timestamps.utc',
    START + completed({ created_at: '2026-03-02T08:30:00.125+00:00' }),
    START + completed({ created_at: '2026-03-02T08:30:00+02:00' }),
  ),
  timed('stream.ping.cadence', [0, 16_000, 17_000], [0, 26_000, 27_000], [START, PING, completed()]),
  exchange(
    'stream.response.event-stream',
    { body: START + completed() },
    { body: '', type: 'application/json' },
  ),
  exchange(
    'stream.action.manual-only',
    {
      body:
        START +
        asks({ kind: 'auth_required', payload: { resolution: 'connect_in_ui_or_cancel' } }) +
        completed(),
      turn: { permission_mode: 'auto' },
    },
    { body: START + asks() + completed(), turn: { permission_mode: 'auto' } },
  ),
  exchange(
    'events.start.chat-id-of-path',
    { body: START + completed() },
    { body: START + completed(), path: '7e1d2c90-45ab-4c3f-8f26-91b0a7d5e3c8' },
  ),
  exchange(
    'messages.metadata.echoed',
    { body: START + completed({ metadata: { b: [1], a: 'x' } }), turn: { metadata: { a: 'x', b: [1] } } },
    { body: START + completed({ metadata: { a: 'x', b: [2] } }), turn: { metadata: { a: 'x', b: [1] } } },
  ),
  exchange(
    'messages.agents.present-when-carried',
    { body: START + completed(AGENTS), turn: CARRIED },
    { body: START + completed(), turn: CARRIED },
  ),
  exchange(
    'messages.agents.only-when-carried',
    { body: START + completed() },
    { body: START + completed(AGENTS) },
  ),
  exchange(
    'events.error.agents-if-carried',
    { body: START + failed(AGENTS), turn: { content: 'Ask {{agent:21}}' } },
    { body: START + failed({}), turn: { content: 'Ask {{agent:21}}' } },
  ),
  json('service.bodies.json-responses', CHAT_BODY, '<html>Welcome</html>'),
  // Requirements that only warn use the same two streams.
  raw(
    'stream.delta.adds-up',
    START + delta('The store opens ') + delta('at nine.') + completed(),
    START + delta('At ten.') + completed(),
  ),
  raw(
    'stream.delta.replace-full',
    START + delta('At ten.') + delta('The store opens ', true) + delta('at nine.') + completed(),
    START + delta('The store opens at nine.') + delta('At ten.', true) + completed(),
  ),
  raw('stream.events.known-names', START + completed(), START + event('message.thinking', {}) + completed()),
  raw(
    'usage.total.covers-conductor',
    START + completed({ usage: USAGE }),
    START + completed({ usage: { ...USAGE, prompt_tokens: 100 } }),
  ),
  raw(
    'agents.delegated.names-tasks',
    START + delegated(['task_3b9e10'], TASK),
    START + delegated(['task_3b9e10'], TASK, OTHER_TASK),
  ),
  raw('agents.delegated.names-tasks', START + delegated(['task_3b9e10'], TASK), START + delegated([], TASK)),
  raw(
    'usage.agent-tokens.included',
    START + completed({ steps: [consuming(25)], ...RUNS, usage: USAGE }),
    START + completed({ steps: [consuming(26)], ...RUNS, usage: USAGE }),
  ),
  raw(
    'agents.delegated.shows-tasks',
    START + delegated(['task_3b9e10'], TASK),
    START + delegated(['task_3b9e10', 'task_77a2c4'], TASK),
  ),
  raw(
    'envelope.timestamps.offset',
    START + completed(),
    START + completed({ created_at: '2026-03-02T08:30:00.125' }),
  ),
  raw(
    'envelope.timestamps.offset',
    START + completed(),
    START + completed({ created_at: '2026-03-02T08:30:00.125+00' }),
  ),
  ...[
    '2026-03-02\t08:30:00Z',
    '2026-03-02 08:30:00Z',
    '2026-03-02\u00a008:30:00Z',
    '2026-03-02 08:30:00',
    '2026-03-02T08:30:00+0000',
  ].map((created_at) =>
    raw('envelope.timestamps.date-time', START + completed(), START + completed({ created_at })),
  ),
  raw(
    'events.start.request-id',
    START + completed(),
    START.replace('"request_id":"', '$&urn:uuid:') + completed(),
  ),
  timed(
    'stream.ping.cadence',
    [0, 0, 16_000, 17_000],
    [0, 0, 26_000, 27_000],
    [START, asks(), PING, completed()],
  ),
  {
    requirement: 'stream.framing.utf8',
    sound: () => judgeText(START + completed()),
    unsound: () =>
      judgePieces([
        { bytes: Buffer.from(START) },
        {
          bytes: Buffer.concat([
            Buffer.from('event: message.delta\ndata: {"text":"'),
            Buffer.of(0xc3),
            Buffer.from('","replace":true}\n\n'),
          ]),
        },
        { bytes: Buffer.from(delta(COMPLETED.content as string, true) + completed()) },
      ]),
  },
];
