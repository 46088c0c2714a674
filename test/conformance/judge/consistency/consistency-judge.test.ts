import { describe, expect, it } from 'vitest';
import { ConsistencyJudge } from '../../../../src/conformance/judge/consistency/consistency-judge.ts';
import { Judgement } from '../../../../src/conformance/judge/judgement.ts';

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
  const judgement = new Judgement();
  const judges = new ConsistencyJudge(judgement);
  const moments = steps.flatMap((step, number) => {
    const [sentAt, answeredAt] = step.at ?? [number * 10, number * 10 + 5];
    return [
      { at: sentAt, act: () => begin(judges, step, number, sentAt) },
      { at: answeredAt, act: () => answer(judges, step, number, answeredAt) },
    ];
  });
  for (const { act } of moments.sort((one, other) => one.at - other.at)) act();
  return [...judgement.rows].flatMap(([id, { violations }]) => (violations > 0 ? [id] : [])).sort();
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
  data: skill(),
};
const getSkill = (members: object = {}): Step => ({ ask: 'GET /skills/40', data: skill(members) });
const toggle = (members: object = {}): Step => ({ ask: 'PATCH /skills/40/toggle', data: skill(members) });

/** The answer of a service during an outage. */
const outage = (ask: string, code: string, retryAction: unknown): Step => ({
  ask,
  status: 503,
  code,
  meta: { error_details: { retry_action: retryAction } },
});
const approval = `POST /chats/${CHAT}/actions/approve-tool`;

describe('exchanges that agree with each other', () => {
  it.each<[string, readonly Step[]]>([
    ['a chat that is created, changed and read', [create, get(), rename, get({ name: 'Ebb' })]],
    [
      'a timestamp with another offset and precision',
      [create, get({ created_at: '2026-03-02T09:00:00.400+00:00' })],
    ],
    [
      'a chat of another user that was deleted and created again, and a slow answer from before (A-32)',
      [
        get(),
        { ...get({ created_at: '2026-03-02T09:30:00Z', model_id: 4 }), at: [10, 20] },
        { ...get(), at: [5, 30] },
        { ...get({ created_at: '2026-03-02T09:30:00Z', model_id: 4 }), at: [40, 50] },
      ],
    ],
    ['an unnamed chat that gets a name from a turn', [get({ name: null }), send(), get({ name: 'A title' })]],
    [
      'a 404 for a credential that no answer has accepted yet (A-02)',
      [{ ...get(), status: 404, code: 'no_such_credential' }],
    ],
    [
      'a 404 for a page beyond the last one (A-22)',
      [listed(), { ask: `GET ${MESSAGES}?page=9`, status: 404, code: 'no_such_page' }],
    ],
    ['a 404 for a malformed id (A-09)', [get(), { ask: 'GET /chats/7', status: 404, code: 'not_an_id' }]],
    [
      'a 404 for a body that may also be refused (A-10)',
      [rename, { ...rename, body: { name: 7 }, status: 404, code: 'not_a_name' }],
    ],
    ['a turn at every place', [send(), send(), listed(), stream(), listed()]],
    [
      'a turn whose null members are left out',
      [send(), listed({ anonymization: undefined, sources: undefined })],
    ],
    [
      'runs of agents in another order',
      [send({ agent_runs: [{ a: 1 }, { b: 2 }] }), listed({ agent_runs: [{ b: 2 }, { a: 1 }] })],
    ],
    [
      'steps whose times and scores are rounded',
      [
        send({ steps: [{ timestamp: '2026-03-02T09:00:00.123456Z' }], sources: [{ score: 0.81234567 }] }),
        listed({ steps: [{ timestamp: '2026-03-02T09:00:00+00:00' }], sources: [{ score: 0.8123 }] }),
      ],
    ],
    [
      'a turn in a chat that was deleted and created again',
      [
        send(),
        { ask: `DELETE /chats/${CHAT}`, data: { id: CHAT, deleted: true } },
        send({ content: 'One.' }),
        listed({ content: 'One.' }),
      ],
    ],
    [
      'a chat list ordered by another kind of activity',
      [
        {
          ask: 'GET /chats',
          data: [
            chat({ updated_at: '2026-03-02T09:05:00Z' }),
            chat({ id: CHAT.replace('5', '6'), updated_at: '2026-03-02T09:09:00Z' }),
          ],
          meta: { page: 1, size: 50, total: 2 },
        },
      ],
    ],
    [
      'two concurrent reads, the earlier of which is answered later',
      [
        { ...get(), at: [0, 30] },
        { ...get({ updated_at: '2026-03-02T10:00:00Z' }), at: [10, 20] },
      ],
    ],
    [
      'reads that are answered after the deletion, in another order than they were served',
      [
        { ...create, at: [0, 1] },
        { ...get(), at: [2, 60] },
        { ...rename, at: [10, 20] },
        { ...get({ name: 'Ebb' }), at: [30, 50] },
        { ask: `DELETE /chats/${CHAT}`, data: { id: CHAT, deleted: true }, at: [40, 70] },
      ],
    ],
    [
      'the prompt of a running turn, whose id a refused send to its busy chat names',
      [
        {
          ask: `POST ${MESSAGES}`,
          body: { content: 'And then?' },
          key: 'two',
          status: 409,
          code: 'api_v1_chat_busy',
          data: { message_id: 7 },
        },
        listed(),
      ],
    ],
    [
      'a prompt that incognito mode masks',
      [send({ anonymization: { n: 1 } }), listed({ anonymization: { n: 1 }, prompt: '[NAME]' })],
    ],
    [
      'a skill that is deleted, and chats and skills that are listed without it',
      [
        createSkill,
        create,
        { ask: 'DELETE /skills/40', data: { id: 40, deleted: true } },
        { ask: `DELETE /chats/${CHAT}`, data: { id: CHAT, deleted: true } },
        { ask: 'GET /skills', data: [], meta: { page: 1, size: 50, total: 0 } },
        { ask: 'GET /chats', data: [], meta: { page: 1, size: 50, total: 0 } },
      ],
    ],
    [
      'a skill that is toggled',
      [createSkill, getSkill(), toggle({ is_active: false }), getSkill({ is_active: false })],
    ],
    [
      'a list that hides an inactive skill and counts it (A-23, A-126)',
      [{ ask: 'GET /skills', data: [], meta: { page: 1, size: 50, total: 1 } }],
    ],
    [
      'a list without inactive skills that is answered before the request that toggles one',
      [
        { ...createSkill, at: [0, 1] },
        { ...toggle({ is_active: false }), at: [10, 30] },
        { ask: 'GET /skills', data: [], meta: { page: 1, size: 50, total: 0 }, at: [15, 20] },
      ],
    ],
    [
      'a skill that two clients toggle at the same time',
      [
        { ...createSkill, at: [0, 1] },
        { ...toggle({ is_active: false }), at: [10, 30] },
        { ...toggle(), at: [11, 29] },
        { ...getSkill(), at: [40, 41] },
      ],
    ],
    [
      'a skill whose toggle met an outage, and that may be active or not',
      [createSkill, { ask: 'PATCH /skills/40/toggle', status: 503 }, toggle()],
    ],
    [
      'outages with the advice of their rows, elsewhere or for another row',
      [
        outage(`POST ${MESSAGES}`, 'api_v1_agents_disabled', 'none'),
        outage(approval, 'api_v1_service_unavailable', 'retry'),
        outage(approval, 'api_v1_action_result_unknown', undefined),
        outage('GET /chats', 'api_v1_service_unavailable', 'none'),
      ],
    ],
    [
      'a size that counts the items of the last page',
      [page('page=1&size=5', [1, 2], { page: 1, size: 2, total: 2 })],
    ],
    [
      'pages of one list',
      [
        page('page=1&size=2', [1, 2], { page: 1, size: 2, total: 3 }),
        page('page=2&size=2', [3], { page: 2, size: 2, total: 3 }),
      ],
    ],
    [
      'an answer that overlaps with a change',
      [
        { ...create, at: [0, 1] },
        { ...rename, at: [10, 30] },
        { ...get(), at: [20, 25] },
        { ...get({ name: 'Ebb' }), at: [26, 29] },
        { ...get(), at: [5, 40] },
      ],
    ],
    [
      'two changes that overlap',
      [
        { ...create, at: [0, 1] },
        { ...rename, at: [10, 30] },
        { ...rename, body: { name: 'Flood' }, data: chat({ name: 'Flood' }), at: [11, 29] },
        { ...get({ name: 'Ebb' }), at: [40, 41] },
      ],
    ],
    [
      'turns of the same second whose times have other precisions',
      [
        {
          ask: `GET ${MESSAGES}`,
          data: [
            turn({ id: 1, created_at: '2026-03-02T09:00:00.750Z' }),
            turn({ id: 2, created_at: '2026-03-02T09:00:00Z' }),
          ],
          meta: { page: 1, size: 50, total: 2 },
        },
      ],
    ],
    [
      'a chat and a skill that the run did not create, which another client changes meanwhile',
      [
        get(),
        get({ name: 'Ebb', is_favorite: true }),
        getSkill(),
        getSkill({ is_active: false, icon: 'bell' }),
      ],
    ],
    [
      'a refusal that names the blocking turn',
      [
        { ...send(), at: [0, 30] },
        {
          ask: `POST ${MESSAGES}`,
          body: { content: 'Another one.' },
          key: 'two',
          status: 409,
          code: 'api_v1_chat_busy',
          data: { message_id: 7 },
          at: [10, 12],
        },
        { ...listed(), at: [40, 41] },
      ],
    ],
    [
      'a deletion that is refused while a turn runs',
      [
        { ...create, at: [0, 1] },
        { ...stream(), at: [10, 30] },
        { ask: `DELETE /chats/${CHAT}`, status: 404, code: 'api_v1_not_found', at: [15, 16] },
        { ...listed(), at: [40, 41] },
      ],
    ],
    [
      'a turn whose client disconnected, which is listed later',
      [
        { ...stream(), events: [['message.start', { message_id: 7 }]] },
        page('page=1&size=5', [], { page: 1, size: 5, total: 0 }),
        listed(),
      ],
    ],
  ])('%s', (_, steps) => {
    expect(judge(steps)).toEqual([]);
  });
});

describe('exchanges that contradict each other', () => {
  it.each<[string, readonly Step[], string]>([
    [
      'a chat with another name than it was created with',
      [{ ...create, data: chat({ name: 'tide tables' }) }],
      'chats.create.name',
    ],
    ['a chat with its old name after a change', [create, rename, get()], 'chats.update.name'],
    [
      'a chat with another model after a change',
      [create, { ...rename, data: chat({ name: 'Ebb', model_id: 4 }) }],
      'chats.create.model-id',
    ],
    [
      'a chat that became a favourite without a request',
      [create, get({ is_favorite: true })],
      'chats.answer.chat',
    ],
    [
      'a chat of another user that was created earlier than an answer said',
      [get(), get({ created_at: '2026-03-02T08:00:00Z' })],
      'chats.answer.chat',
    ],
    [
      'a chat with another time of creation',
      [create, get({ created_at: '2026-03-02T09:00:01Z' })],
      'chats.answer.chat',
    ],
    [
      'a chat whose last activity moved backwards',
      [create, get({ updated_at: '2026-03-02T08:00:00Z' })],
      'chats.updated-at.last-activity',
    ],
    [
      'a listing whose turns are in reverse order',
      [
        {
          ask: `GET ${MESSAGES}`,
          data: [
            turn({ id: 2, created_at: '2026-03-02T09:00:00.800Z' }),
            turn({ id: 1, created_at: '2026-03-02T09:00:00.750Z' }),
          ],
          meta: { page: 1, size: 50, total: 2 },
        },
      ],
      'turns.listing.chronological',
    ],
    [
      'a list that leaves out the name',
      [
        create,
        { ask: 'GET /chats', data: [chat({ name: undefined })], meta: { page: 1, size: 50, total: 1 } },
      ],
      'chats.create.name',
    ],
    [
      'a list without the chat',
      [create, { ask: 'GET /chats', data: [], meta: { page: 1, size: 50, total: 1 } }],
      'chats.list.exists',
    ],
    [
      'a listing without a turn, after a skill with the same number was deleted',
      [
        send(),
        { ask: 'DELETE /skills/7', data: { id: 7, deleted: true } },
        { ...listed(), data: [], meta: { page: 1, size: 50, total: 1 } },
      ],
      'service.chats.hold-turns',
    ],
    [
      'a skill that a toggle does not change',
      [createSkill, toggle({ is_active: false }), toggle({ is_active: false })],
      'skills.toggle.flips',
    ],
    [
      'an outage of agents that advises to try again',
      [outage(`POST ${MESSAGES}`, 'api_v1_agents_disabled', 'retry')],
      'errors.agents-disabled.retry-action',
    ],
    [
      'an answer without an outcome that advises to try again',
      [outage(approval, 'api_v1_action_result_unknown', 'retry')],
      'errors.decision-result-unknown.retry-action',
    ],
    [
      'an answer that was not sent and that advises nothing',
      [outage(approval, 'api_v1_service_unavailable', 'none')],
      'errors.decision-not-sent.retry-action',
    ],
    ['a prompt that is trimmed', [send(), listed({ prompt: 'When?' })], 'messages.prompt.as-sent'],
    ['metadata that is lost in the listing', [send(), listed({ metadata: {} })], 'messages.metadata.echoed'],
    ['metadata whose null is lost', [send({ metadata: {} })], 'messages.metadata.echoed'],
    [
      'usage that differs in the listing',
      [stream(), listed({ usage: { total_tokens: 10 } })],
      'usage.shape.same-everywhere',
    ],
    [
      'content that differs in the listing',
      [stream(), listed({ content: 'Noon' })],
      'events.completed.complete-content',
    ],
    [
      'steps that are lost in a replay',
      [{ ...send({ steps: [{ key: 'a' }] }) }, send()],
      'idempotency.replay.same-result',
    ],
    [
      'a replayed stream with another time',
      [stream(), stream({ created_at: '2026-03-02T10:00:00Z' })],
      'idempotency.replay.stream-redelivers',
    ],
    [
      'a page with an item that the whole list lacks',
      [
        page('page=2&size=1', [9], { page: 2, size: 1, total: 2 }),
        page('size=5', [1, 2], { page: 1, size: 5, total: 2 }),
      ],
      'lists.page.selects-slice',
    ],
    [
      'a failed turn whose tasks are lost in the listing',
      [failing({ agent_runs: [{}] }), listed({ status: 'error', agent_runs: [] })],
      'messages.agent-runs.same-everywhere',
    ],
    ['a replay of another turn', [send(), send({ id: 8 })], 'idempotency.replay.not-rerun'],
    [
      'a replayed stream of another turn',
      [stream(), stream({ id: 8 })],
      'idempotency.replay.stream-redelivers',
    ],
    [
      'a missing chat with its own code',
      [get(), { ...get(), status: 404, code: 'chat_missing' }],
      'errors.not-found.answer',
    ],
    ['a turn of another chat', [send({ chat_id: CHAT.replace('5', '6') })], 'messages.chat-id.equals-start'],
    [
      'a total that counts the page',
      [
        page('page=1&size=2', [1, 2], { page: 1, size: 2, total: 2 }),
        page('page=2&size=2', [3], { page: 2, size: 2, total: 1 }),
      ],
      'lists.meta.total',
    ],
    [
      'a page that repeats the page before',
      [
        page('page=1&size=2', [1, 2], { page: 1, size: 2, total: 3 }),
        page('page=2&size=2', [1, 2], { page: 2, size: 2, total: 4 }),
      ],
      'lists.page.selects-slice',
    ],
    [
      'a page with too many items',
      [page('page=1&size=2', [1, 2, 3], { page: 1, size: 2, total: 3 })],
      'lists.size.bounds-page',
    ],
    [
      'a page that claims to be another page',
      [page('page=2&size=2', [1, 2], { page: 1, size: 2, total: 4 })],
      'lists.page.selects-slice',
    ],
    [
      'a total that counts more skills than the list has, though it shows inactive ones',
      [
        {
          ask: 'GET /skills',
          data: [{ id: 41, is_active: false }],
          meta: { page: 1, size: 50, total: 2 },
        },
      ],
      'lists.meta.total',
    ],
    [
      'a skill that a change of another member changed',
      [
        createSkill,
        {
          ask: 'PATCH /skills/40',
          body: { name: 'Rude' },
          data: skill({ name: 'Rude', visibility: 'private' }),
        },
      ],
      'skills.update.only-sent-fields',
    ],
    [
      'a skill that keeps its old description',
      [createSkill, { ask: 'PATCH /skills/40', body: { description: 'Be kind' }, data: skill() }],
      'skills.update.description',
    ],
    [
      'a catalog with another name of a skill',
      [createSkill, { ask: 'GET /chat/catalog', data: { skills: [{ id: 40, name: 'polite' }] } }],
      'catalog.skills.name',
    ],
    [
      'a deletion that names another chat',
      [{ ask: `DELETE /chats/${CHAT}`, data: { id: CHAT.replace('5', '6'), deleted: true } }],
      'chats.delete.id',
    ],
  ])('%s', (_, steps, requirement) => {
    expect(judge(steps)).toContain(requirement);
  });
});
