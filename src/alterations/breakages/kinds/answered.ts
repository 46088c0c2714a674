import type { ErrorRowId } from '../../../reference/failures/rows.ts';
import type { HttpRequest, JsonAnswer } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { TIMERS } from '../../../reference/timers.ts';
import { type Breakage, type BreakageId, breakage } from '../../alteration.ts';
import { noSuchPath, succeedAt } from '../../decorators/answer-instead.ts';
import { namesOf, type Operations } from '../../decorators/operations.ts';
import { inDuration } from '../../decorators/ports.ts';
import { rewriteFailures, rewriteStatus } from '../../decorators/rewrite-answers.ts';
import { describeMembers, type Values, withValues } from '../../decorators/values.ts';

/** The server does not have an operation. */
export function unserved<const Id extends string>(id: BreakageId<Id>, operation: OperationId): Breakage {
  return breakage<Id>(id, `The server does not know the path of ${operation}.`, noSuchPath(operation));
}

/** The failure with a certain `message_code` has other values. */
export function failed<const Id extends string>(
  id: BreakageId<Id>,
  operations: Operations,
  code: string,
  values: Values,
): Breakage {
  return breakage<Id>(
    id,
    `In the failure ${code} of ${namesOf(operations)}, ${describeMembers(values)}.`,
    rewriteFailures(operations, code, (body) => withValues(body, values)),
  );
}

/** An operation succeeds where it has to fail with a row of spec/errors.yaml. */
export function succeeded<const Id extends string>(
  id: BreakageId<Id>,
  operations: Operations,
  row: ErrorRowId,
  success: (request: HttpRequest) => JsonAnswer,
): Breakage {
  return breakage<Id>(
    id,
    `${namesOf(operations)} succeeds instead of failing with ${row}.`,
    succeedAt(operations, row, success),
  );
}

/** An operation answers with another status. */
export function statused<const Id extends string>(
  id: BreakageId<Id>,
  operations: Operations,
  from: number,
  to: number,
): Breakage {
  return breakage<Id>(
    id,
    `${namesOf(operations)} answers ${to} instead of ${from}.`,
    rewriteStatus(operations, (status) => (status === from ? to : status)),
  );
}

/** A timer of the service runs for another time, in milliseconds. */
export function timed<const Id extends string>(
  id: BreakageId<Id>,
  timer: keyof typeof TIMERS,
  milliseconds: number,
): Breakage {
  return breakage<Id>(
    id,
    milliseconds === Number.POSITIVE_INFINITY
      ? `The timer ${timer} never ends.`
      : `The timer ${timer} takes ${milliseconds / 1000} seconds instead of ${TIMERS[timer] / 1000}.`,
    inDuration(TIMERS[timer], milliseconds),
  );
}
