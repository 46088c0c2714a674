import { expect, it } from 'vitest';
import type { OperationId } from '../../../../generated/ids.d.ts';
import { QuestionBook } from '../../../../src/conformance/judge/consistency/question-book.ts';
import type { SentRequest } from '../../../../src/conformance/judge/consistency/sent-request.ts';
import { Timing } from '../../../../src/conformance/judge/timing.ts';

const CHAT = '5b1e8c6a-2f0d-4d3c-9a57-0c1d2e3f4a5b';
const STREAM = 0;

/** One move of a client or a service. Numbers name exchanges. */
type Move = (book: QuestionBook, at: number) => void;
/** Moves that come at the same time as the one before them. */
const atOnce = new WeakSet<Move>();
const soon = (move: Move): Move => {
  const same: Move = (...parts) => move(...parts);
  atOnce.add(same);
  return same;
};

function request(exchange: number, operation: OperationId, body?: object, actor = 'main'): SentRequest {
  const query = new URLSearchParams();
  return { exchange, actor, operation, parameter: CHAT, query, body, key: undefined, sentAt: 0 };
}

const stream = request(STREAM, 'streamMessage');
const event =
  (type: string, data: object = {}): Move =>
  (book, at) =>
    book.event(stream, type, { ...data }, at);
const ask = (action_id = 'a', kind = 'plan_approval', payload: object = {}): Move =>
  event('message.action_required', { action_id, kind, payload });
const begin =
  (...sent: Parameters<typeof request>): Move =>
  (book) =>
    book.begin(request(...sent));
const answered =
  (exchange: number, status: number, code = 'api_v1_action_not_pending'): Move =>
  (book, at) =>
    book.answer(request(exchange, 'respondPlan', { action_id: 'a' }), status, code, at);

const APPROVE = { action_id: 'a', action: 'approve' };
const REJECT = { action_id: 'b', action: 'reject' };
const ACCEPT = { action_id: 'a', action: 'accept' };
const approve = begin(1, 'respondPlan', APPROVE);
const ping = event('ping');
const TOOLS = { tools: [{ tool_use_id: 'x' }, { tool_use_id: 'y' }] };
const decide = (...tools: readonly object[]): Move =>
  begin(1, 'approveTool', { action_id: 'a', decisions: tools });

/** The requirements that a series of moves violates. Each takes two seconds of the service's time. */
function judge(moves: readonly Move[], pause = 2000): string[] {
  const reported: string[] = [];
  const delays = { longestBetween: () => 0, longestOwnBetween: () => 0 };
  const book = new QuestionBook((requirement) => reported.push(requirement), new Timing(1, delays));
  let at = 0;
  for (const move of moves) {
    at += atOnce.has(move) ? 0 : pause;
    move(book, at);
  }
  return reported;
}

const PLAN = ['interactions.state.respond-plan-resolves'];
const TOOL = ['interactions.state.approve-tool-resolves'];

it.each([
  ['is not pending, and the turn goes on', PLAN, [ask(), approve, answered(1, 409), ping]],
  ['is not there, and the turn goes on', PLAN, [ask(), approve, answered(1, 404, 'api_v1_not_found'), ping]],
  [
    'is decided for each tool',
    TOOL,
    [
      ask('a', 'tool_approval', TOOLS),
      decide({ tool_use_id: 'y', approved: true }, { tool_use_id: 'x', approved: false }),
      answered(1, 404),
      event('message.step'),
    ],
  ],
  ['waits beside another one', PLAN, [ask(), ask('b'), approve, answered(1, 404), ping]],
  [
    'has an id that an earlier turn had too',
    PLAN,
    [ask(), approve, answered(1, 200), event('message.completed'), ask(), approve, answered(1, 409), ping],
  ],
  ['is refused long before the turn ends', PLAN, [ask(), approve, answered(1, 409), event('message.error')]],
  ['is the second one of its turn', PLAN, [ask('b'), ask(), approve, answered(1, 409), ping]],
] as const)('reports that a question that was just raised %s', (_, violated, moves) => {
  expect(judge(moves)).toEqual(violated);
});

it.each<readonly [string, readonly Move[]]>([
  ['succeeds', [ask(), approve, answered(1, 200), ping]],
  ['meets an outage', [ask(), approve, answered(1, 503), ping]],
  [
    'meets an outage whose outcome is unknown',
    [ask(), approve, answered(1, 409, 'api_v1_action_result_unknown'), ping],
  ],
  ['is malformed', [ask(), approve, answered(1, 422), ping]],
  ['comes when the turn ends', [ask(), approve, answered(1, 404), soon(event('message.error'))]],
  ['is the last that the stream shows', [ask(), approve, answered(1, 404)]],
  [
    'comes after another answer',
    [ask(), approve, answered(1, 200), begin(2, 'respondPlan', APPROVE), answered(2, 409), ping],
  ],
  [
    'crosses another answer',
    [ask(), approve, begin(2, 'respondPlan', APPROVE), answered(1, 409), answered(2, 200), ping],
  ],
  ['comes after a cancellation', [ask(), begin(2, 'cancelTurn'), approve, answered(1, 409), ping]],
  ['crosses a cancellation', [ask(), approve, begin(2, 'cancelTurn'), answered(1, 409), ping]],
  [
    'comes from another credential',
    [ask(), begin(1, 'respondPlan', APPROVE, 'other'), answered(1, 404), ping],
  ],
  ['goes to another endpoint', [ask(), begin(1, 'cancelAuth', APPROVE), answered(1, 404), ping]],
  [
    'names another question',
    [ask(), begin(1, 'respondPlan', { ...APPROVE, action_id: 'A' }), answered(1, 404), ping],
  ],
  [
    'has another word',
    [ask(), begin(1, 'respondPlan', { action_id: 'a', action: 'maybe' }), answered(1, 404), ping],
  ],
  [
    'lacks a decision',
    [ask('a', 'tool_approval', TOOLS), decide({ tool_use_id: 'x', approved: true }), answered(1, 404), ping],
  ],
  [
    'meets a turn that is being cancelled',
    [begin(2, 'cancelTurn'), ask(), approve, answered(1, 404), event('message.step')],
  ],
  [
    'meets a turn that another answer may end',
    [ask('b'), begin(2, 'respondPlan', REJECT), ask(), approve, answered(1, 404), event('message.step')],
  ],
  [
    'is overtaken by what was sent before the turn ended',
    [ask(), approve, answered(1, 404), soon(event('message.step')), soon(event('message.error'))],
  ],
  [
    'lacks the content of a form',
    [ask('a', 'elicitation'), begin(1, 'respondElicitation', ACCEPT), answered(1, 404), ping],
  ],
])('does not report an answer that %s', (_, moves) => {
  expect(judge(moves)).toEqual([]);
});

it('does not report an answer that comes when the question may have expired', () => {
  expect(judge([ask(), approve, answered(1, 404), ping], 29_000)).toEqual(PLAN);
  expect(judge([ask(), approve, answered(1, 404), ping], 30_000)).toEqual([]);
});
