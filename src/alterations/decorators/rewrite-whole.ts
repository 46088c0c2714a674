import { mapAnswer } from '../../reference/exchange-scope.ts';
import type { Wrap } from '../alteration.ts';
import { typeOfBody, typeOfEvent } from '../breakages/shapes/schema.ts';
import type { Body } from './requests.ts';
import { mapEvents } from './rewrite-events.ts';

/**
 * Changes every body and the data of every event as a whole.
 *
 * @param change gets the type, which is undefined if the contract has none, and must not modify the value it receives
 */
export function rewriteWhole(change: (value: Body, type: string | undefined) => Body): Wrap {
  const inEvents = mapEvents(() => (event) => [
    { ...event, data: change(event.data, typeOfEvent(event.type)) },
  ]);
  return (exchange) =>
    inEvents((request) =>
      mapAnswer(exchange(request), (answer) =>
        'open' in answer
          ? answer
          : {
              ...answer,
              body: change(answer.body as Body, typeOfBody(request.operation.operationId, answer.status)),
            },
      ),
    );
}
