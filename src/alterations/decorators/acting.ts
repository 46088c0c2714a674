import { refusal } from '../../reference/failures/api-failure.ts';
import { renderFailure } from '../../reference/failures/render.ts';
import { type ErrorRowId, errorRow } from '../../reference/failures/rows.ts';
import type { Exchange, HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../reference/http/operation.ts';
import type { Decision, Delivery } from '../../reference/interactions/delivery.ts';
import type { Ports } from '../../reference/ports.ts';
import { actionIdOf, type Wrap } from './asked.ts';
import { answerInstead } from './rewrite.ts';

/** The operations that answer interactions. */
export const ANSWERS = ['approveTool', 'respondPlan', 'respondElicitation', 'cancelAuth'] as const;

/** Says that an interaction is resolved, whatever has become of it. */
export function resolved(request: HttpRequest): JsonAnswer {
  return succeed(request, { action_id: actionIdOf(request), state: 'resolved' });
}

/** Says that a cancellation was delivered. */
export function cancelled(request: HttpRequest): JsonAnswer {
  return succeed(request, { chat_id: request.path.chat_id, cancelled: true });
}

function succeed({ requestId }: HttpRequest, data: object): JsonAnswer {
  const meta = { request_id: requestId };
  return { status: 200, body: { status: 'success', message: 'Done', message_code: 'api_v1_ok', data, meta } };
}

/** Says that an interaction takes no answer any more. */
export function notPending({ requestId }: HttpRequest): JsonAnswer {
  return { status: 409, body: renderFailure(refusal('action-not-pending'), requestId) };
}

/** Lets the sound server act, and may then answer otherwise. @param answer undefined leaves what the sound server says */
export function answerAfter(
  operations: OperationId | readonly OperationId[],
  answer: (request: HttpRequest, sound: HttpAnswer, exchange: Exchange) => HttpAnswer | undefined,
): Wrap {
  return answerInstead(operations, async (request, exchange) => {
    const sound = await exchange(request);
    return answer(request, sound, exchange) ?? sound;
  });
}

/** Answers some operations with success where the sound server gives a failure. */
export function succeedAt(
  operations: OperationId | readonly OperationId[],
  row: ErrorRowId,
  success: (request: HttpRequest) => JsonAnswer,
): Wrap {
  const { status } = errorRow(row);
  return answerAfter(operations, (request, sound) =>
    sound.status === status ? success(request) : undefined,
  );
}

/** Whoever fails to answer an interaction closes it for everybody. @param failure answers what comes after */
export function closingAt(status: number, failure: (request: HttpRequest) => JsonAnswer): Wrap {
  return (exchange) => {
    const closed = new Set<string>();
    return answerInstead(ANSWERS, async (request, sound) => {
      if (closed.has(actionIdOf(request))) return failure(request);
      const answer = await sound(request);
      if (answer.status === status) closed.add(actionIdOf(request));
      return answer;
    })(exchange);
  };
}

function operation(id: OperationId): Operation {
  return OPERATIONS.find(({ operationId }) => operationId === id) as Operation;
}

/** The request for another operation in the same chat. */
export function insteadOf(request: HttpRequest, id: OperationId, body: object): HttpRequest {
  return { ...request, operation: operation(id), body: Buffer.from(JSON.stringify(body)) };
}

/** A delivery that does some things otherwise. */
export function rewriteDelivery(change: (delivery: Delivery) => Partial<Delivery>): (ports: Ports) => Ports {
  return (ports) => ({ ...ports, delivery: { ...ports.delivery, ...change(ports.delivery) } });
}

/** Decisions that arrive as others. @param change undefined for one that does not arrive at all */
export function rewriteDecisions(
  change: (decision: Decision) => Decision | undefined,
): (ports: Ports) => Ports {
  return rewriteDelivery((delivery) => ({
    decide(decision, accept) {
      const changed = change(decision);
      return changed && delivery.decide(changed, accept);
    },
  }));
}

/** A clock by which one of the service's durations is another. */
export function rewriteDuration(from: number, to: number): (ports: Ports) => Ports {
  return (ports) => ({
    ...ports,
    clock: {
      now: () => ports.clock.now(),
      after: (duration, callback) => ports.clock.after(duration === from ? to : duration, callback),
    },
  });
}
