import { expect, it } from 'vitest';
import { ConsistencyJudge } from '../../../../src/conformance/judge/consistency/consistency-judge.ts';
import { Judgement } from '../../../../src/conformance/judge/judgement.ts';
import { Timing } from '../../../../src/conformance/judge/timing.ts';

const CHAT = '5b1e8c6a-2f0d-4d3c-9a57-0c1d2e3f4a5b';
const MESSAGES = `/chats/${CHAT}/messages`;

/** One exchange. A stream has events; everything else has data, and lists have meta. */
interface Step {
  readonly ask: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly status?: number;
  readonly code?: string;
  readonly data?: unknown;
  readonly meta?: object;
  readonly events?: readonly (readonly [string, object])[];
  /** When the request is sent, and when its answer arrives. Steps follow each other by default. */
  readonly at?: readonly [number, number];
}

/** The requirements that a series of exchanges violates. */
function judge(steps: readonly Step[]): string[] {
  return [...rowsOf(steps)].flatMap(([id, { violations }]) => (violations > 0 ? [id] : [])).sort();
}

function rowsOf(steps: readonly Step[]): Judgement['rows'] {
  const judgement = new Judgement();
  const judges = new ConsistencyJudge(judgement, new Timing(1));
  const moments = steps.flatMap((step, number) => {
    const [sentAt, answeredAt] = step.at ?? [number * 10, number * 10 + 5];
    return [
      { at: sentAt, act: () => begin(judges, step, number, sentAt) },
      { at: answeredAt, act: () => answer(judges, step, number, answeredAt) },
    ];
  });
  for (const { act } of moments.sort((one, other) => one.at - other.at)) act();
  return judgement.rows;
}

function begin(judges: ConsistencyJudge, { ask, body, key }: Step, number: number, sentAt: number): void {
  const [method = '', path = ''] = ask.split(' ');
  judges.begin({
    number,
    actor: 'main',
    sentAt,
    request: {
      method,
      path: `/api/v1${path}`,
      headers: key === undefined ? {} : { 'idempotency-key': key },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    },
  });
}

function answer(
  judges: ConsistencyJudge,
  { status = 200, code, data, meta, events }: Step,
  number: number,
  at: number,
): void {
  if (events) for (const [type, payload] of events) judges.event(number, type, { ...payload }, at);
  else judges.answer(number, status, { message_code: code, data, meta }, at);
  judges.end(number, at);
}

const chat = (members: object = {}) => ({
  id: CHAT,
  name: 'Tide tables',
  is_favorite: false,
  permission_mode: 'auto',
  model_id: 3,
  created_at: '2026-03-02T09:00:00Z',
  updated_at: '2026-03-02T09:00:00Z',
  ...members,
});
const create: Step = {
  ask: 'POST /chats',
  body: { name: 'Tide tables', permission_mode: 'auto', model_id: 3 },
  data: chat(),
};
const get = (members: object = {}): Step => ({ ask: `GET /chats/${CHAT}`, data: chat(members) });
const rename: Step = { ask: `PATCH /chats/${CHAT}`, body: { name: 'Ebb' }, data: chat({ name: 'Ebb' }) };

const turn = (members: object = {}) => ({
  id: 7,
  chat_id: CHAT,
  role: 'assistant',
  content: 'Noon.',
  status: 'completed',
  usage: { total_tokens: 9 },
  steps: [],
  sources: [],
  anonymization: null,
  metadata: { order: null },
  agent_runs: [],
  created_at: '2026-03-02T09:00:00Z',
  ...members,
});
const sent = { content: ' When? ', metadata: { order: null } };
const send = (members: object = {}): Step => ({
  ask: `POST ${MESSAGES}`,
  body: sent,
  key: 'one',
  data: turn(members),
});
const stream = (members: object = {}): Step => ({
  ask: `POST ${MESSAGES}/stream`,
  body: sent,
  key: 'one',
  events: [
    ['message.start', { message_id: 7 }],
    ['message.completed', turn(members)],
  ],
});
const failing = (members: object): Step => ({
  ask: `POST ${MESSAGES}/stream`,
  body: sent,
  key: 'one',
  events: [
    ['message.start', { message_id: 7 }],
    ['message.error', { code: 'upstream_error', retryable: false, ...members }],
  ],
});
const listed = (members: object = {}, meta: object = { page: 1, size: 50, total: 1 }): Step => ({
  ask: `GET ${MESSAGES}`,
  data: [turn({ prompt: ' When? ', ...members })],
  meta,
});
const page = (query: string, ids: readonly number[], meta: object): Step => ({
  ask: `GET ${MESSAGES}?${query}`,
  data: ids.map((id) => turn({ id, metadata: null })),
  meta,
});

const skill = (members: object = {}) => ({
  id: 40,
  name: 'Polite',
  description: 'Be polite',
  instructions: 'Answer politely.',
  icon: null,
  level: 'personal',
  visibility: 'public',
  workspace_id: null,
  is_active: true,
  created_at: '2026-03-02T09:00:00Z',
  ...members,
});
const createSkill: Step = {
  ask: 'POST /skills',
  body: { name: 'Polite', description: 'Be polite', instructions: 'Answer politely.' },
  status: 201,
  data: skill(),
};
/** A blocking send whose turn fails. */
const failed = (errorDetails?: object): Step => ({
  ask: `POST ${MESSAGES}`,
  body: sent,
  key: 'one',
  status: 502,
  code: 'upstream_error',
  data: { chat_id: CHAT, message_id: 7 },
  meta: { error_details: errorDetails },
});
const getSkill = (members: object = {}): Step => ({ ask: 'GET /skills/40', data: skill(members) });
const toggle = (members: object = {}): Step => ({ ask: 'PATCH /skills/40/toggle', data: skill(members) });

/** The answer of a service during an outage. */
const outage = (ask: string, code: string, retryAction: unknown): Step => ({
  ask,
  status: 503,
  code,
  meta: { error_details: { retry_action: retryAction } },
});
const list = (of: 'chats' | 'skills', data: readonly object[], total = data.length): Step => ({
  ask: `GET /${of}`,
  data,
  meta: { page: 1, size: 50, total },
});
const deleteChat: Step = { ask: `DELETE /chats/${CHAT}`, data: { id: CHAT, deleted: true } };
/** A refused send, which names the turn that is running. */
const refused: Step = {
  ask: `POST ${MESSAGES}`,
  body: { content: 'Another one.' },
  key: 'two',
  status: 409,
  code: 'api_v1_chat_busy',
  data: { message_id: 7 },
};
/** Turns with these ids and times of creation, as listed. */
const turns = (...createdAt: readonly (readonly [id: number, time: string])[]): Step => ({
  ask: `GET ${MESSAGES}`,
  data: createdAt.map(([id, time]) => turn({ id, created_at: `2026-03-02T${time}Z` })),
  meta: { page: 1, size: 50, total: createdAt.length },
});
const approval = `POST /chats/${CHAT}/actions/approve-tool`;

it.each(
  Object.entries<readonly Step[]>({
    'a chat that is created, changed and read': [create, get(), rename, get({ name: 'Ebb' })],
    'a timestamp with another offset and precision': [
      create,
      get({ created_at: '2026-03-02T09:00:00.400+00:00' }),
    ],
    'a chat of another user that was deleted and created again, and a slow answer from before (A-32)': [
      get(),
      { ...get({ created_at: '2026-03-02T09:30:00Z', model_id: 4 }), at: [10, 20] },
      { ...get(), at: [5, 30] },
      { ...get({ created_at: '2026-03-02T09:30:00Z', model_id: 4 }), at: [40, 50] },
    ],
    'an unnamed chat that gets a name from a turn': [get({ name: null }), send(), get({ name: 'A title' })],
    'a 404 for a credential that no answer has accepted yet (A-02)': [
      { ...get(), status: 404, code: 'no_such_credential' },
    ],
    'a 404 for a page beyond the last one (A-22)': [
      listed(),
      { ask: `GET ${MESSAGES}?page=9`, status: 404, code: 'no_such_page' },
    ],
    'a 404 for a malformed id (A-09)': [get(), { ask: 'GET /chats/7', status: 404, code: 'not_an_id' }],
    'a 404 for a body that may also be refused (A-10)': [
      rename,
      { ...rename, body: { name: 7 }, status: 404, code: 'not_a_name' },
    ],
    'a turn at every place': [send(), send(), listed(), stream(), listed()],
    'a turn whose null members are left out': [
      send(),
      listed({ anonymization: undefined, sources: undefined }),
    ],
    'runs of agents in another order': [
      send({ agent_runs: [{ a: 1 }, { b: 2 }] }),
      listed({ agent_runs: [{ b: 2 }, { a: 1 }] }),
    ],
    'steps whose times and scores are rounded': [
      send({ steps: [{ timestamp: '2026-03-02T09:00:00.123456Z' }], sources: [{ score: 0.81234567 }] }),
      listed({ steps: [{ timestamp: '2026-03-02T09:00:00+00:00' }], sources: [{ score: 0.8123 }] }),
    ],
    'a turn in a chat that was deleted and created again': [
      send(),
      deleteChat,
      send({ content: 'One.' }),
      listed({ content: 'One.' }),
    ],
    'a chat list ordered by another kind of activity': [
      list('chats', [
        chat({ updated_at: '2026-03-02T09:05:00Z' }),
        chat({ id: CHAT.replace('5', '6'), updated_at: '2026-03-02T09:09:00Z' }),
      ]),
    ],
    'two concurrent reads, the earlier of which is answered later': [
      { ...get(), at: [0, 30] },
      { ...get({ updated_at: '2026-03-02T10:00:00Z' }), at: [10, 20] },
    ],
    'reads that are answered after the deletion, in another order than they were served': [
      { ...create, at: [0, 1] },
      { ...get(), at: [2, 60] },
      { ...rename, at: [10, 20] },
      { ...get({ name: 'Ebb' }), at: [30, 50] },
      { ...deleteChat, at: [40, 70] },
    ],
    'the prompt of a running turn, whose id a refused send to its busy chat names': [refused, listed()],
    'a prompt that incognito mode masks': [
      send({ anonymization: { n: 1 } }),
      listed({ anonymization: { n: 1 }, prompt: '[NAME]' }),
    ],
    'a skill that is deleted, and chats and skills that are listed without it': [
      createSkill,
      create,
      { ask: 'DELETE /skills/40', data: { id: 40, deleted: true } },
      deleteChat,
      list('skills', []),
      list('chats', []),
    ],
    'a skill that is toggled': [
      createSkill,
      getSkill(),
      toggle({ is_active: false }),
      getSkill({ is_active: false }),
    ],
    'a list that hides an inactive skill and counts it (A-23, A-126)': [list('skills', [], 1)],
    'a list without inactive skills that is answered before the request that toggles one': [
      { ...createSkill, at: [0, 1] },
      { ...toggle({ is_active: false }), at: [10, 30] },
      { ...list('skills', []), at: [15, 20] },
    ],
    'a skill that two clients toggle at the same time': [
      { ...createSkill, at: [0, 1] },
      { ...toggle({ is_active: false }), at: [10, 30] },
      { ...toggle(), at: [11, 29] },
      { ...getSkill(), at: [40, 41] },
    ],
    'a skill whose toggle met an outage, and that may be active or not': [
      createSkill,
      { ask: 'PATCH /skills/40/toggle', status: 503 },
      toggle(),
    ],
    'a turn that another execution closed, and that is listed later': [
      { ...send(), status: 409, code: 'api_v1_core_unavailable' },
      page('size=50', [7], { page: 1, size: 50, total: 1 }),
      page('size=200', [7, 8], { page: 1, size: 200, total: 2 }),
    ],
    'outages with the advice of their rows, elsewhere or for another row': [
      outage(`POST ${MESSAGES}`, 'api_v1_agents_disabled', 'none'),
      outage(approval, 'api_v1_service_unavailable', 'retry'),
      outage(approval, 'api_v1_action_result_unknown', undefined),
      outage('GET /chats', 'api_v1_service_unavailable', 'none'),
    ],
    'a size that counts the items of the last page': [
      page('page=1&size=5', [1, 2], { page: 1, size: 2, total: 2 }),
    ],
    'pages of one list': [
      page('page=1&size=2', [1, 2], { page: 1, size: 2, total: 3 }),
      page('page=2&size=2', [3], { page: 2, size: 2, total: 3 }),
    ],
    'an answer that overlaps with a change': [
      { ...create, at: [0, 1] },
      { ...rename, at: [10, 30] },
      { ...get(), at: [20, 25] },
      { ...get({ name: 'Ebb' }), at: [26, 29] },
      { ...get(), at: [5, 40] },
    ],
    'a change that is refused, and one that overlaps with a refused one': [
      create,
      { ...rename, status: 409, code: 'changed_by_another', data: null },
      get(),
      { ...rename, at: [30, 50] },
      {
        ...rename,
        body: { name: 'Flood' },
        status: 409,
        code: 'changed_by_another',
        data: null,
        at: [31, 49],
      },
      { ...get({ name: 'Ebb' }), at: [60, 65] },
    ],
    'two changes that overlap': [
      { ...create, at: [0, 1] },
      { ...rename, at: [10, 30] },
      { ...rename, body: { name: 'Flood' }, data: chat({ name: 'Flood' }), at: [11, 29] },
      { ...get({ name: 'Ebb' }), at: [40, 41] },
    ],
    'turns of the same second whose times have other precisions': [
      turns([1, '09:00:00.750'], [2, '09:00:00']),
    ],
    'a chat and a skill that the run did not create, which another client changes meanwhile': [
      get(),
      get({ name: 'Ebb', is_favorite: true }),
      getSkill(),
      getSkill({ is_active: false, icon: 'bell' }),
    ],
    'a refusal that names the blocking turn': [
      { ...send(), at: [0, 30] },
      { ...refused, at: [10, 12] },
      { ...listed(), at: [40, 41] },
    ],
    'a deletion that is refused while a turn runs': [
      { ...create, at: [0, 1] },
      { ...stream(), at: [10, 30] },
      { ask: `DELETE /chats/${CHAT}`, status: 404, code: 'api_v1_not_found', at: [15, 16] },
      { ...listed(), at: [40, 41] },
    ],
    'skills whose defaults depend on other members (A-120, A-121)': [
      {
        ...createSkill,
        body: { name: 'Polite', instructions: 'Answer politely.', workspace_id: 4, shared_user_ids: [9] },
        data: skill({ level: 'workspace', workspace_id: 4, visibility: 'shared' }),
      },
    ],
    'a failure that is repeated with other details, and one without any': [
      failed({ request_id: 'a' }),
      failed({ request_id: 'b' }),
      { ...failed(), key: 'two', data: { chat_id: CHAT, message_id: 8 } },
    ],
    'a turn whose client disconnected, which is listed later': [
      { ...stream(), events: [['message.start', { message_id: 7 }]] },
      page('page=1&size=5', [], { page: 1, size: 5, total: 0 }),
      listed(),
    ],
  }),
)('exchanges that agree with each other %s', (_, steps) => {
  expect(judge(steps)).toEqual([]);
});

it.each(
  Object.entries<readonly [string, ...Step[]]>({
    'a chat with another name than it was created with': [
      'chats.create.name',
      { ...create, data: chat({ name: 'tide tables' }) },
    ],
    'a chat with its old name after a change': ['chats.update.name', create, rename, get()],
    'a chat with the name of a change that was refused': [
      'chats.create.name',
      create,
      { ...rename, status: 404, code: 'api_v1_not_found', data: null },
      get({ name: 'Ebb' }),
    ],
    'a chat with another model after a change': [
      'chats.create.model-id',
      create,
      { ...rename, data: chat({ name: 'Ebb', model_id: 4 }) },
    ],
    'a chat that became a favourite without a request': [
      'chats.answer.chat',
      create,
      get({ is_favorite: true }),
    ],
    'a chat without a permission mode that is not manual': [
      'chats.create.permission-mode-default',
      { ...create, body: { name: 'Tide tables', model_id: 3 } },
    ],
    'a skill without a visibility that is not public': [
      'skills.visibility.default-public',
      { ...createSkill, data: skill({ visibility: 'private' }) },
    ],
    'a skill without a level that is not personal': [
      'skills.level.default-personal',
      { ...createSkill, data: skill({ level: 'company' }) },
    ],
    'a skill that is created with the status 200': [
      'skills.create.status-201',
      { ...createSkill, status: 200 },
    ],
    'a failure that is repeated without the details of its outage': [
      'errors.turn-failed.same-as-replay',
      failed({ retry_action: 'none' }),
      failed(),
    ],
    'a chat of another user that was created earlier than an answer said': [
      'chats.answer.chat',
      get(),
      get({ created_at: '2026-03-02T08:00:00Z' }),
    ],
    'a chat with another time of creation': [
      'chats.answer.chat',
      create,
      get({ created_at: '2026-03-02T09:00:01Z' }),
    ],
    'a chat whose last activity moved backwards': [
      'chats.updated-at.last-activity',
      create,
      get({ updated_at: '2026-03-02T08:00:00Z' }),
    ],
    'a listing whose turns are in reverse order': [
      'turns.listing.chronological',
      turns([2, '09:00:00.800'], [1, '09:00:00.750']),
    ],
    'a list that leaves out the name': [
      'chats.create.name',
      create,
      list('chats', [chat({ name: undefined })]),
    ],
    'a list without the chat': ['chats.list.exists', create, list('chats', [], 1)],
    'a listing without a turn, after a skill with the same number was deleted': [
      'service.chats.hold-turns',
      send(),
      { ask: 'DELETE /skills/7', data: { id: 7, deleted: true } },
      { ...listed(), data: [], meta: { page: 1, size: 50, total: 1 } },
    ],
    'a skill that a toggle does not change': [
      'skills.toggle.flips',
      createSkill,
      toggle({ is_active: false }),
      toggle({ is_active: false }),
    ],
    'an outage of agents that advises to try again': [
      'errors.agents-disabled.retry-action',
      outage(`POST ${MESSAGES}`, 'api_v1_agents_disabled', 'retry'),
    ],
    'an answer without an outcome that advises to try again': [
      'errors.decision-result-unknown.retry-action',
      outage(approval, 'api_v1_action_result_unknown', 'retry'),
    ],
    'an answer that was not sent and that advises nothing': [
      'errors.decision-not-sent.retry-action',
      outage(approval, 'api_v1_service_unavailable', 'none'),
    ],
    'a prompt that is trimmed': ['messages.prompt.as-sent', send(), listed({ prompt: 'When?' })],
    'metadata that is lost in the listing': ['messages.metadata.echoed', send(), listed({ metadata: {} })],
    'metadata whose null is lost': ['messages.metadata.echoed', send({ metadata: {} })],
    'usage that differs in the listing': [
      'usage.values.same-in-history',
      stream(),
      listed({ usage: { total_tokens: 10 } }),
    ],
    'usage of other types in the listing': [
      'usage.shape.same-everywhere',
      stream(),
      listed({ usage: { total_tokens: '9' } }),
    ],
    'usage that differs in a replay': [
      'idempotency.replay.stream-redelivers',
      stream(),
      stream({ usage: { total_tokens: 10 } }),
    ],
    'content that differs in the listing': [
      'events.completed.complete-content',
      stream(),
      listed({ content: 'Noon' }),
    ],
    'steps that are lost in a replay': [
      'idempotency.replay.same-result',
      { ...send({ steps: [{ key: 'a' }] }) },
      send(),
    ],
    'a replayed stream with another time': [
      'idempotency.replay.stream-redelivers',
      stream(),
      stream({ created_at: '2026-03-02T10:00:00Z' }),
    ],
    'a page with an item that the whole list lacks': [
      'lists.page.selects-slice',
      page('page=2&size=1', [9], { page: 2, size: 1, total: 2 }),
      page('size=5', [1, 2], { page: 1, size: 5, total: 2 }),
    ],
    'a failed turn whose tasks are lost in the listing': [
      'messages.agent-runs.same-everywhere',
      failing({ agent_runs: [{}] }),
      listed({ status: 'error', agent_runs: [] }),
    ],
    'a replay of another turn': ['idempotency.replay.not-rerun', send(), send({ id: 8 })],
    'a replayed stream of another turn': [
      'idempotency.replay.stream-redelivers',
      stream(),
      stream({ id: 8 }),
    ],
    'a missing chat with its own code': [
      'errors.not-found.answer',
      get(),
      { ...get(), status: 404, code: 'chat_missing' },
    ],
    'a turn of another chat': ['messages.chat-id.equals-start', send({ chat_id: CHAT.replace('5', '6') })],
    'a total that counts the page': [
      'lists.meta.total',
      page('page=1&size=2', [1, 2], { page: 1, size: 2, total: 2 }),
      page('page=2&size=2', [3], { page: 2, size: 2, total: 1 }),
    ],
    'a page that repeats the page before': [
      'lists.page.selects-slice',
      page('page=1&size=2', [1, 2], { page: 1, size: 2, total: 3 }),
      page('page=2&size=2', [1, 2], { page: 2, size: 2, total: 4 }),
    ],
    'a page with too many items': [
      'lists.size.bounds-page',
      page('page=1&size=2', [1, 2, 3], { page: 1, size: 2, total: 3 }),
    ],
    'a full page of another size than the default, though the request names none': [
      'lists.size.default-fifty',
      page('', [1, 2], { page: 1, size: 20, total: 2 }),
    ],
    'a page that claims to be another page': [
      'lists.page.selects-slice',
      page('page=2&size=2', [1, 2], { page: 1, size: 2, total: 4 }),
    ],
    'a total that counts more skills than the list has, though it shows inactive ones': [
      'lists.meta.total',
      list('skills', [{ id: 41, is_active: false }], 2),
    ],
    'a skill that a change of another member changed': [
      'skills.update.only-sent-fields',
      createSkill,
      {
        ask: 'PATCH /skills/40',
        body: { name: 'Rude' },
        data: skill({ name: 'Rude', visibility: 'private' }),
      },
    ],
    'a skill that keeps its old description': [
      'skills.update.description',
      createSkill,
      { ask: 'PATCH /skills/40', body: { description: 'Be kind' }, data: skill() },
    ],
    'a catalog with another name of a skill': [
      'catalog.skills.name',
      createSkill,
      { ask: 'GET /chat/catalog', data: { skills: [{ id: 40, name: 'polite' }] } },
    ],
    'a deletion that names another chat': [
      'chats.delete.id',
      { ask: `DELETE /chats/${CHAT}`, data: { id: CHAT.replace('5', '6'), deleted: true } },
    ],
  }),
)('exchanges that contradict each other %s', (_, [requirement, ...steps]) => {
  expect(judge(steps)).toContain(requirement);
});

it.each<[string, readonly Step[], number, number]>([
  ['the request that set a member', [create, rename, get()], 2, 1],
  ['the answer that showed a turn', [send(), get(), listed({ content: 'One.' })], 2, 0],
  ['what was sent', [send(), listed({ prompt: 'Who?' })], 1, 0],
  ['the first send with a key', [send(), send({ id: 8 })], 1, 0],
  [
    'another page',
    [
      page('size=1', [1], { page: 1, size: 1, total: 2 }),
      page('size=1&page=2', [1], { page: 2, size: 1, total: 2 }),
    ],
    1,
    0,
  ],
  ['the send whose turn a list lacks', [send(), page('', [], { page: 1, size: 50, total: 0 })], 1, 0],
])('names %s, with which an answer was compared', (_, steps, exchange, other) => {
  const findings = [...rowsOf(steps).values()].flatMap((row) => row.findings);
  expect(findings).toContainEqual(expect.objectContaining({ exchange, others: [other] }));
});
