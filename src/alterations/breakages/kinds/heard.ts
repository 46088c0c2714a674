import { type Breakage, type BreakageId, breakage } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { refuse } from '../../decorators/answers.ts';
import { namesOf, type Operations } from '../../decorators/operations.ts';
import { bodyOf } from '../../decorators/requests.ts';
import { rewriteBodies, rewriteRequests } from '../../decorators/rewrite-requests.ts';
import {
  describeMembers,
  describeWhen,
  isAs,
  type Values,
  type When,
  withValues,
} from '../../decorators/values.ts';

/** The service acts as if the body of a request had other values. */
export function heard<const Id extends string>(
  id: BreakageId<Id>,
  operations: Operations,
  values: Values,
  when: When = {},
): Breakage {
  return breakage<Id>(
    id,
    `${namesOf(operations)} acts as if ${describeMembers(values)}${describeWhen(when)}.`,
    rewriteBodies(operations, (body) => withValues(body, values, when)),
  );
}

/** The service acts as if the query of a request had other values. */
export function asked<const Id extends string>(
  id: BreakageId<Id>,
  operations: Operations,
  values: Values,
  when: When = {},
): Breakage {
  return breakage<Id>(
    id,
    `${namesOf(operations)} acts as if the parameter ${describeMembers(values)}${describeWhen(when)}.`,
    rewriteRequests(operations, ({ query }) => ({ query: withValues(query, values, when) })),
  );
}

/** The service refuses a request that it has to accept. */
export function refused<const Id extends string>(
  id: BreakageId<Id>,
  operations: Operations,
  when: When = {},
): Breakage {
  return breakage<Id>(
    id,
    `${namesOf(operations)} is refused${describeWhen(when)}.`,
    answerInstead(operations, (request) => (isAs(bodyOf(request) ?? {}, when) ? refuse(request) : undefined)),
  );
}
