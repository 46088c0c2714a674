import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { ANSWERS } from '../operations.ts';
import { isTerminal } from '../rules/event-names.ts';
import { isSurelyWithin, type Timing } from '../timing.ts';
import type { Report, SentRequest } from './sent-request.ts';

/** How long a question certainly waits for its answer, in milliseconds of the service's time. */
const SURELY_PENDING = 60_000;

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

/** The words that answer a plan or a form. */
const WORDS: ReadonlySet<string> = new Set(['approve', 'reject', 'accept', 'decline', 'cancel']);

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
}

/**
 * The questions that wait. The first answer to a question that was just raised is taken, whatever its turn did before: "not found" and "not
 * pending" would be false. They are true if the turn has ended meanwhile, so only a stream that goes on shows that they are not.
 */
export class QuestionBook {
  readonly #report: Report;
  readonly #timing: Timing;
  /** By chat, the last question, until somebody answers it or something may have ended it. */
  readonly #pending = new Map<string, Question>();
  /** By chat, the first answer to such a question, until it is certain what it is or another request may come before it. */
  readonly #first = new Map<string, { readonly exchange: number; readonly question: Question }>();
  /** What was refused, by the number of the stream that has to go on. */
  readonly #refused = new Map<number, Refusal>();
  /** The ids that were raised. A stream that repeats one shows an earlier turn again. */
  readonly #known = new Set<string>();

  constructor(report: Report, timing: Timing) {
    this.#report = report;
    this.#timing = timing;
  }

  /** A request is sent. */
  begin({ exchange, actor, operation, parameter, body }: SentRequest): void {
    if (!ANSWERS.includes(operation) && !ENDS.includes(operation)) return;
    const chat = parameter.toLowerCase();
    const question = this.#pending.get(chat);
    this.#pending.delete(chat);
    // Of two requests at once, nobody knows which one is the first.
    const isAlone = !this.#first.delete(chat);
    if (isAlone && question?.actor === actor && isWhole(operation, question.data, body))
      this.#first.set(chat, { exchange, question });
  }

  /** An answer arrived. @param at in milliseconds of the run */
  answer(request: SentRequest, status: number, code: unknown, at: number): void {
    const chat = request.parameter.toLowerCase();
    const { exchange, question } = this.#first.get(chat) ?? {};
    if (!question || exchange !== request.exchange) return;
    this.#first.delete(chat);
    const isDenied = status === 404 || (status === 409 && code === 'api_v1_action_not_pending');
    const resolves = ANSWERED_BY[String(question.data.kind)]?.resolves;
    if (!isDenied || !resolves) return;
    if (!isSurelyWithin(this.#timing.between(question.raisedAt, at), SURELY_PENDING)) return;
    this.#refused.set(question.stream, { request, resolves, code: `${status} ${code}` });
  }

  /** An event of a stream that is no replay arrived. @param at in milliseconds of the run */
  event(request: SentRequest, type: string, data: JsonObject, at: number): void {
    const refusal = this.#refused.get(request.exchange);
    this.#refused.delete(request.exchange);
    const chat = request.parameter.toLowerCase();
    if (isTerminal(type)) {
      this.#pending.delete(chat);
      return;
    }
    if (refusal)
      this.#report(refusal.resolves, refusal.request, {
        pointer: '/message_code',
        expected: 'a success: its question was raised less than a minute before, and the turn went on',
        actual: refusal.code.slice(0, 80),
      });
    if (type === 'message.action_required') this.#raise(request, chat, data, at);
  }

  #raise({ actor, exchange: stream }: SentRequest, chat: string, data: JsonObject, at: number): void {
    const name = `${chat} ${data.action_id}`;
    this.#pending.delete(chat);
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.#pending.set(chat, { actor, stream, raisedAt: at, data });
  }
}

/** Whether a request is an answer to the question, and lacks nothing. */
function isWhole(
  operation: OperationId,
  { kind, action_id: id, payload }: JsonObject,
  body: unknown,
): boolean {
  if (ANSWERED_BY[String(kind)]?.operation !== operation || !isObject(body) || body.action_id !== id)
    return false;
  if (operation !== 'approveTool') return operation === 'cancelAuth' || WORDS.has(String(body.action));
  const asked = objectsIn(isObject(payload) ? payload.tools : undefined).map(
    ({ tool_use_id }) => tool_use_id,
  );
  const decisions = objectsIn(body.decisions).filter(({ approved }) => typeof approved === 'boolean');
  const decided = new Set(decisions.map(({ tool_use_id }) => tool_use_id));
  return asked.length === decisions.length && asked.every((tool) => decided.has(tool));
}
