import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { type ANSWERED_BY, ANSWERS, operationAnswering } from '../operations.ts';
import { isTerminal } from '../rules/event-names.ts';
import { isSurelyWithin, SURELY_PENDING, type Timing, TOGETHER } from '../timing.ts';
import type { Report, SentRequest } from './sent-request.ts';

/** For each kind of question, the requirement that says what an accepted answer does. */
export const RESOLVES = {
  tool_approval: 'interactions.state.approve-tool-resolves',
  plan_approval: 'interactions.state.respond-plan-resolves',
  elicitation: 'interactions.state.respond-elicitation-resolves',
  auth_required: 'interactions.state.cancel-auth-resolves',
} as const satisfies Readonly<Record<keyof typeof ANSWERED_BY, RequirementId>>;

/** What else ends or may end a question. */
const ENDS: readonly OperationId[] = ['cancelTurn', 'deleteChat'];

/** The words that say no to a plan or a form. */
const NO: ReadonlySet<string> = new Set(['reject', 'decline', 'cancel']);

interface Question {
  readonly actor: string;
  /** Number of the exchange of its stream. */
  readonly stream: number;
  readonly raisedAt: number;
  readonly data: JsonObject;
}

/** What a chat's turn has asked, by action_id. */
interface AskingChat {
  /** The questions that nobody has answered. */
  readonly pending: Map<string, Question>;
  /** The first answer to such a question, while no other request can have come before it. */
  readonly first: Map<string, { readonly exchange: number; readonly question: Question }>;
  /** Whether the turn may be about to end, with all that it asks. */
  isEnding: boolean;
}

interface Refusal {
  readonly request: SentRequest;
  readonly resolves: RequirementId;
  readonly code: string;
  readonly at: number;
}

/**
 * The questions that wait. The first answer to a question that was just raised is taken, whatever its turn did before: "not found" and "not
 * pending" would be false. They are true if the turn has ended meanwhile, so only a stream that goes on shows that they are not.
 */
export class QuestionBook {
  readonly #report: Report;
  readonly #timing: Timing;
  readonly #chats = new Map<string, AskingChat>();
  /** What was refused, by the number of the stream that has to go on. */
  readonly #refused = new Map<number, Refusal>();

  constructor(report: Report, timing: Timing) {
    this.#report = report;
    this.#timing = timing;
  }

  /** A request is sent. */
  begin(request: SentRequest): void {
    const { operation, actor, exchange, body } = request;
    const isAnswer = ANSWERS.includes(operation);
    if (!isAnswer && !ENDS.includes(operation)) return;
    const chat = this.#chatOf(request);
    const id = idOf(request);
    const question = chat.pending.get(id);
    chat.pending.delete(id);
    // Of two answers at once, nobody knows which one is the first.
    const isAlone = !chat.first.delete(id);
    if (!isAnswer || refuses(body)) {
      chat.pending.clear();
      chat.first.clear();
      chat.isEnding = true;
    }
    if (isAlone && question?.actor === actor && isWhole(operation, question.data, body))
      chat.first.set(id, { exchange, question });
  }

  /** An answer arrived. @param at in milliseconds of the run */
  answer(request: SentRequest, status: number, code: unknown, at: number): void {
    if (!ANSWERS.includes(request.operation)) return;
    const { first } = this.#chatOf(request);
    const { exchange, question } = first.get(idOf(request)) ?? {};
    if (!question || exchange !== request.exchange) return;
    first.delete(idOf(request));
    const isDenied = status === 404 || (status === 409 && code === 'api_v1_action_not_pending');
    if (!isDenied || !isSurelyWithin(this.#timing.between(question.raisedAt, at), SURELY_PENDING)) return;
    const resolves = RESOLVES[question.data.kind as keyof typeof RESOLVES];
    this.#refused.set(question.stream, { request, resolves, code: `${status} ${code}`, at });
  }

  /** An event of a stream that is no replay arrived. @param at in milliseconds of the run */
  event(request: SentRequest, type: string, data: JsonObject, at: number): void {
    this.#look(request.exchange, isTerminal(type), at);
    if (isTerminal(type)) this.#chats.get(idOfChat(request))?.pending.clear();
    if (type === 'message.action_required') this.#raise(request, data, at);
    if (type !== 'message.start') return;
    const chat = this.#chats.get(idOfChat(request));
    if (chat) chat.isEnding = false;
  }

  /** Reports a refusal whose turn went on. What comes together with the refusal may have been sent before it. */
  #look(stream: number, isEnd: boolean, at: number): void {
    const refusal = this.#refused.get(stream);
    if (!refusal) return;
    const hasGoneOn = at - refusal.at > TOGETHER;
    if (hasGoneOn || isEnd) this.#refused.delete(stream);
    if (hasGoneOn)
      this.#report(refusal.resolves, refusal.request, {
        pointer: '/message_code',
        expected: 'a success: its question was raised less than a minute before, and the turn went on',
        actual: refusal.code.slice(0, 80),
        others: [stream],
      });
  }

  #raise(request: SentRequest, data: JsonObject, at: number): void {
    const { pending, isEnding } = this.#chatOf(request);
    const { actor, exchange: stream } = request;
    if (!isEnding) pending.set(String(data.action_id), { actor, stream, raisedAt: at, data });
  }

  #chatOf(request: SentRequest): AskingChat {
    const id = idOfChat(request);
    const chat = this.#chats.get(id) ?? { pending: new Map(), first: new Map(), isEnding: false };
    this.#chats.set(id, chat);
    return chat;
  }
}

function idOfChat({ parameter }: SentRequest): string {
  return parameter.toLowerCase();
}

function idOf({ body }: SentRequest): string {
  return isObject(body) ? String(body.action_id) : '';
}

/** Whether an answer says no. Its turn may then end, with whatever else it asks. */
function refuses(body: unknown): boolean {
  if (!isObject(body)) return false;
  const hasNo = objectsIn(body.decisions).some(({ approved }) => approved !== true);
  return hasNo || NO.has(String(body.action));
}

/** Whether a request is an answer to the question, and lacks nothing. */
function isWhole(
  operation: OperationId,
  { kind, action_id: id, payload }: JsonObject,
  body: unknown,
): boolean {
  if (operationAnswering(kind) !== operation || !isObject(body) || body.action_id !== id) return false;
  if (operation === 'cancelAuth') return true;
  if (operation !== 'approveTool')
    return NO.has(String(body.action)) || body.action === 'approve' || isObject(body.content);
  const asked = objectsIn(isObject(payload) ? payload.tools : undefined).map(
    ({ tool_use_id }) => tool_use_id,
  );
  const decisions = objectsIn(body.decisions).filter(({ approved }) => typeof approved === 'boolean');
  const decided = new Set(decisions.map(({ tool_use_id }) => tool_use_id));
  return asked.length === decisions.length && asked.every((tool) => decided.has(tool));
}
