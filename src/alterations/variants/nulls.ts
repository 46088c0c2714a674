import { mapAnswer } from '../../reference/exchange-scope.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { typeOfBody, typeOfEvent } from '../breakages/shapes/schema.ts';
import { copyJson } from '../decorators/copy-json.ts';
import { withNullMembers } from '../decorators/null-members.ts';
import { mapEvents } from '../decorators/rewrite-events.ts';

/** Null in place of what is absent. It comes after all that adds and removes members. */
export const nullVariants: readonly Variant[] = [
  variant('A-141=null', 'A member that has no value is null instead of absent.', (exchange) =>
    inEvents(inAnswers(exchange)),
  ),
];

const inAnswers: Wrap = (exchange) => (request) =>
  mapAnswer(exchange(request), (answer) => {
    const type = 'open' in answer ? undefined : typeOfBody(request.operation.operationId, answer.status);
    return 'open' in answer || type === undefined
      ? answer
      : { ...answer, body: withNullMembers(type, copyJson(answer.body)) };
  });

const inEvents = mapEvents(() => (event) => {
  const type = typeOfEvent(event.type);
  return [type === undefined ? event : { ...event, data: withNullMembers(type, copyJson(event.data)) }];
});
