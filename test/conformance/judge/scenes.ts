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

/** Two streams that differ in what follows their first event. */
const started = (requirement: string, sound: string, unsound: string): Scene =>
  raw(requirement, START + sound, START + unsound);

/** Two streams that differ in members of their terminal event. */
const completes = (requirement: string, sound: Data, unsound: Data): Scene =>
  started(requirement, completed(sound), completed(unsound));

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
  started('stream.start.first', completed(), START + completed()),
  started('stream.terminal.exactly-one', completed(), PING),
  started('stream.terminal.exactly-one', completed(), completed() + completed()),
  started('stream.terminal.exactly-one', completed(), completed().trimEnd()),
  started('stream.terminal.last', completed(), completed() + PING),
  completes('stream.terminal.status-fits', {}, { status: 'cancelled' }),
  raw('stream.framing.event-and-data', START + completed(), `${START}data: {}\n\n${completed()}`),
  raw('stream.framing.event-and-data', START + completed(), `${START}event: ping\n\n${completed()}`),
  raw(
    'stream.framing.json-data',
    START + completed(),
    `${START}event: ping\ndata: {ts: 1}\n\n${completed()}`,
  ),
  completes('messages.id.equals-start', {}, { id: 9002 }),
  completes(
    'messages.chat-id.equals-start',
    { chat_id: CHAT.toUpperCase() },
    { chat_id: '7e1d2c90-45ab-4c3f-8f26-91b0a7d5e3c8' },
  ),
  completes('messages.prompt.listing-only', {}, { prompt: 'When?' }),
  completes('messages.agent-runs.empty-without-delegation', {}, { agent_runs: [{ task_id: 'task_3b9e10' }] }),
  started(
    'stream.action.unique-id',
    asks() + asks({ action_id: 'act_77b0e4c213' }) + completed(),
    asks() + asks() + completed(),
  ),
  started(
    'payloads.elicitation.flat-schema',
    elicits({ type: 'object', properties: { store: { type: 'string' } } }) + completed(),
    elicits({ type: 'object', properties: { store: { type: 'object' } } }) + completed(),
  ),
  started(
    'payloads.elicitation.flat-schema',
    elicits({}) + completed(),
    elicits({ type: 'array' }) + completed(),
  ),
  started(
    'payloads.plan.step-tool',
    plans({ tool: 'find_tickets' }) + completed(),
    plans({ tool: '' }) + completed(),
  ),
  completes(
    'agents.task.correlates',
    { ...RUNNING, agent_runs: [{ task_id: 'task_3b9e10' }] },
    { ...RUNNING, agent_runs: [{ task_id: 'task_77a2c4' }] },
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
  started(
    'agents.task.correlates',
    asks({ agent: { task_id: 'task_3b9e10', name: 'Analyst' } }) + completed({ steps: [TASK], ...RUNS }),
    asks({ agent: { task_id: 'task_77a2c4', name: 'Writer' } }) + completed({ steps: [TASK], ...RUNS }),
  ),
  started(
    'events.action.agent-when-task',
    asks({ agent: { task_id: 'task_3b9e10', name: 'Analyst' } }) + completed({ steps: [TASK_CALL], ...RUNS }),
    asks() + completed({ steps: [TASK_CALL], ...RUNS }),
  ),
  completes(
    'messages.agent-runs.summarise-tasks',
    { steps: [TASK], ...RUNS, usage: USAGE },
    { steps: [TASK], usage: USAGE },
  ),
  completes(
    'messages.agents.tells-route',
    { steps: [TASK], ...RUNS, ...AGENTS, usage: USAGE },
    { steps: [TASK], ...RUNS, agents: { supported: false, reason: null }, usage: USAGE },
  ),
  completes(
    'messages.agents.present-when-carried',
    { steps: [SELECTED], ...RUNS, ...AGENTS, usage: USAGE },
    { steps: [SELECTED], ...RUNS, usage: USAGE },
  ),
  started(
    'events.error.agents-if-carried',
    event('message.step', { steps: [SELECTED] }) + failed({ ...RUNS, ...AGENTS }),
    event('message.step', { steps: [SELECTED] }) + failed(RUNS),
  ),
  started(
    'events.error.agent-runs-only-with-tasks',
    event('message.step', { steps: [TASK] }) + failed(RUNS),
    event('message.step', { steps: [TASK] }) + failed({}),
  ),
  completes(
    'usage.agent-tokens.present',
    { steps: [TASK], ...RUNS, usage: USAGE },
    { steps: [TASK], ...RUNS, usage: { ...USAGE, agent_tokens: undefined } },
  ),
  completes(
    'usage.agent-tokens.included',
    { steps: [TASK], ...RUNS, usage: USAGE },
    { steps: [TASK], ...RUNS, usage: { ...USAGE, agent_tokens: 41 } },
  ),
  completes('usage.counters.not-negative', { usage: USAGE }, { usage: { ...USAGE, reasoning_tokens: -1 } }),
  started(
    'events.ping.epoch-seconds',
    PING + completed(),
    event('ping', { ts: 1772438400500 }) + completed(),
  ),
  started('events.error.upstream-not-retryable', failed({}), failed({ retryable: true })),
  ...[
    [delta('Our shops', false), 'turn_failed'],
    [event('message.step', { steps: [step({ key: 'thinking' })] }), 'outcome_unknown'],
    [asks(), 'idempotency_outcome_unknown'],
    ['', 'turn_timeout'],
    ['', 'persistence_failed'],
  ].map(([before = '', code]) =>
    started(
      'events.error.dispatched-not-retryable',
      before + failed({ code }),
      before + failed({ code, retryable: true }),
    ),
  ),
  started(
    'events.error.timeout-without-details',
    failed({ code: 'turn_timeout' }),
    failed({ code: 'turn_timeout', details: DETAILS }),
  ),
  started(
    'events.error.agent-runs-only-with-tasks',
    event('message.step', { steps: [TASK] }) + failed({ agent_runs: [{}] }),
    failed({ agent_runs: [] }),
  ),
  started(
    'events.error.agent-runs-only-with-tasks',
    event('message.step', { steps: [TASK] }) + failed({ agent_runs: [{}] }),
    event('message.step', { steps: [step({ key: 'reasoning' })] }) + failed({ agent_runs: [{}] }),
  ),
  completes(
    'envelope.timestamps.utc',
    { created_at: '2026-03-02T08:30:00.125+00:00' },
    { created_at: '2026-03-02T08:30:00+02:00' },
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
  started(
    'stream.delta.adds-up',
    delta('The store opens ') + delta('at nine.') + completed(),
    delta('At ten.') + completed(),
  ),
  started(
    'stream.delta.replace-full',
    delta('At ten.') + delta('The store opens ', true) + delta('at nine.') + completed(),
    delta('The store opens at nine.') + delta('At ten.', true) + completed(),
  ),
  started('stream.events.known-names', completed(), event('message.thinking', {}) + completed()),
  completes('usage.total.covers-conductor', { usage: USAGE }, { usage: { ...USAGE, prompt_tokens: 100 } }),
  started(
    'agents.delegated.names-tasks',
    delegated(['task_3b9e10'], TASK),
    delegated(['task_3b9e10'], TASK, OTHER_TASK),
  ),
  started('agents.delegated.names-tasks', delegated(['task_3b9e10'], TASK), delegated([], TASK)),
  completes(
    'usage.agent-tokens.included',
    { steps: [consuming(25)], ...RUNS, usage: USAGE },
    { steps: [consuming(26)], ...RUNS, usage: USAGE },
  ),
  started(
    'agents.delegated.shows-tasks',
    delegated(['task_3b9e10'], TASK),
    delegated(['task_3b9e10', 'task_77a2c4'], TASK),
  ),
  completes('envelope.timestamps.offset', {}, { created_at: '2026-03-02T08:30:00.125' }),
  completes('envelope.timestamps.offset', {}, { created_at: '2026-03-02T08:30:00.125+00' }),
  ...[
    '2026-03-02\t08:30:00Z',
    '2026-03-02 08:30:00Z',
    '2026-03-02\u00a008:30:00Z',
    '2026-03-02 08:30:00',
    '2026-03-02T08:30:00+0000',
  ].map((created_at) => completes('envelope.timestamps.date-time', {}, { created_at })),
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
