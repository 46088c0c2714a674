import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { ANSWERS } from '../operations.ts';
import { isTerminal } from '../rules/event-names.ts';
import { isSurelyWithin, SURELY_PENDING, type Timing, TOGETHER } from '../timing.ts';
import type { Report, SentRequest } from './sent-request.ts';

/** For each kind of question, the operation that answers it, and the requirement that says what this does. */
const ANSWERED_BY: Readonly<Record<string, { operation: OperationId; resolves: RequirementId }>> = {
  tool_approval: { operation: 'approveTool', resolves: 'interactions.state.approve-tool-resolves' },
  plan_approval: { operation: 'respondPlan', resolves: 'interactions.state.respond-plan-resolves' },
  elicitation: {
    operation: 'respondElicitation',
    resolves: 'interactions.state.respond-elicitation-resolves',
  },
  auth_required: { operation: 'cancelAuth', resolves: 'interactions.state.cancel-auth-resolves' },
};

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
  /** By chat, and then by action_id: the questions that nobody has answered. */
  readonly #pending = new Map<string, Map<string, Question>>();
  /** The chats whose turn may be about to end, with all that it asks. */
  readonly #ending = new Set<string>();
  /** By chat and action_id: the first answer to such a question, while no other request can have come before it. */
  readonly #first = new Map<string, { readonly exchange: number; readonly question: Question }>();
  /** What was refused, by the number of the stream that has to go on. */
  readonly #refused = new Map<number, Refusal>();

  constructor(report: Report, timing: Timing) {
    this.#report = report;
    this.#timing = timing;
  }

  /** A request is sent. */
  begin(request: SentRequest): void {
    const { operation, body } = request;
    const isEnd = ENDS.includes(operation);
    if (isEnd || (ANSWERS.includes(operation) && refuses(body)))
      this.#beginEnd(chatOf(request), isEnd ? undefined : idOf(request));
    if (ANSWERS.includes(operation)) this.#beginAnswer(request);
  }

  /** An answer arrived. @param at in milliseconds of the run */
  answer(request: SentRequest, status: number, code: unknown, at: number): void {
    const name = nameOf(request);
    const { exchange, question } = this.#first.get(name) ?? {};
    if (!question || exchange !== request.exchange) return;
    this.#first.delete(name);
    const isDenied = status === 404 || (status === 409 && code === 'api_v1_action_not_pending');
    const resolves = ANSWERED_BY[String(question.data.kind)]?.resolves;
    if (!isDenied || !resolves) return;
    if (!isSurelyWithin(this.#timing.between(question.raisedAt, at), SURELY_PENDING)) return;
    this.#refused.set(question.stream, { request, resolves, code: `${status} ${code}`, at });
  }

  /** An event of a stream that is no replay arrived. @param at in milliseconds of the run */
  event(request: SentRequest, type: string, data: JsonObject, at: number): void {
    const chat = chatOf(request);
    this.#look(request.exchange, isTerminal(type), at);
    if (type === 'message.start') this.#ending.delete(chat);
    if (isTerminal(type)) this.#pending.delete(chat);
    if (type === 'message.action_required' && !this.#ending.has(chat)) this.#raise(request, data, at);
  }

  /** @param kept the question that still gets its answer */
  #beginEnd(chat: string, kept: string | undefined): void {
    this.#ending.add(chat);
    const questions = this.#pending.get(chat);
    const last = kept === undefined ? undefined : questions?.get(kept);
    questions?.clear();
    if (kept !== undefined && last) questions?.set(kept, last);
    for (const name of this.#first.keys())
      if (name.startsWith(`${chat} `) && name !== `${chat} ${kept}`) this.#first.delete(name);
  }

  #beginAnswer(request: SentRequest): void {
    const { actor, operation, body, exchange } = request;
    const name = nameOf(request);
    const questions = this.#pending.get(chatOf(request));
    const question = questions?.get(idOf(request));
    questions?.delete(idOf(request));
    // Of two answers at once, nobody knows which one is the first.
    const isAlone = !this.#first.delete(name);
    if (isAlone && question?.actor === actor && isWhole(operation, question.data, body))
      this.#first.set(name, { exchange, question });
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
      });
  }

  #raise(request: SentRequest, data: JsonObject, at: number): void {
    const chat = chatOf(request);
    const questions = this.#pending.get(chat) ?? new Map<string, Question>();
    this.#pending.set(chat, questions);
    const { actor, exchange: stream } = request;
    questions.set(String(data.action_id), { actor, stream, raisedAt: at, data });
  }
}

function chatOf({ parameter }: SentRequest): string {
  return parameter.toLowerCase();
}

function idOf({ body }: SentRequest): string {
  return isObject(body) ? String(body.action_id) : '';
}

function nameOf(request: SentRequest): string {
  return `${chatOf(request)} ${idOf(request)}`;
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
  if (ANSWERED_BY[String(kind)]?.operation !== operation || !isObject(body) || body.action_id !== id)
    return false;
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
