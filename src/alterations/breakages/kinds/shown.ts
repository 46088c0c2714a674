import { LISTS } from '../../../../generated/operation-groups.js';
import type { StreamEvent } from '../../../../generated/types.d.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { type Breakage, type BreakageId, breakage, type Wrap } from '../../alteration.ts';
import type { Body } from '../../decorators/requests.ts';
import { rewriteData, rewriteItems } from '../../decorators/rewrite-answers.ts';
import { changeData, replaceEvents, TURN_ENDS } from '../../decorators/rewrite-events.ts';
import { rewriteSteps, rewriteTurns } from '../../decorators/rewrite-turns.ts';
import {
  describeMembers,
  describeWhen,
  isAs,
  type Values,
  type When,
  withValues,
} from '../../decorators/values.ts';

type EventType = StreamEvent['type'];

/** Where the service shows an object: in answers, as an item of a list, in an event, or wherever it shows turns or steps. */
type Place = OperationId | EventType | 'the last event' | 'turns' | 'steps';

/** The service shows other values than the sound one. */
export function shown<const Id extends string>(
  id: BreakageId<Id>,
  place: Place,
  values: Values,
  when: When = {},
): Breakage {
  return breakage<Id>(
    id,
    `In ${place}, ${describeMembers(values)}${describeWhen(when)}.`,
    changing(place, (object) => withValues(object, values, when)),
  );
}

function changing(place: Place, change: (object: Body) => Body): Wrap {
  if (place === 'turns') return rewriteTurns(change);
  if (place === 'steps') return rewriteSteps((steps) => steps.map(change));
  if (place === 'the last event') return changeData(TURN_ENDS, change);
  if (isEvent(place)) return changeData(place, change);
  return LISTS.some((list) => list === place)
    ? rewriteItems(place, (items) => items.map(change))
    : rewriteData(place, change);
}

function isEvent(place: OperationId | EventType): place is EventType {
  return place === 'ping' || place.startsWith('message.');
}

/** A page of a list has other items, or the same in another order. */
export function listed<const Id extends string>(
  id: BreakageId<Id>,
  list: (typeof LISTS)[number],
  change: (items: readonly Body[]) => unknown,
): Breakage {
  return breakage<Id>(
    id,
    `A page of ${list} is ${change.name}.`,
    rewriteItems(list, (items) => change(items) as Body[]),
  );
}

/** The steps of turns lack some. */
export function stepless<const Id extends string>(id: BreakageId<Id>, when: When): Breakage {
  return breakage<Id>(
    id,
    `No step is shown${describeWhen(when)}.`,
    rewriteSteps((steps) => steps.filter((step) => !isAs(step, when))),
  );
}

/** An event is sent another number of times. */
export function sent<const Id extends string>(
  id: BreakageId<Id>,
  types: EventType | readonly EventType[],
  times: 0 | 2,
): Breakage {
  return breakage<Id>(
    id,
    `${times === 0 ? 'No' : 'Each'} ${[types].flat().join(' or ')} is sent${times === 0 ? '' : ' twice'}.`,
    replaceEvents(types, (event) => Array.from({ length: times }, () => event)),
  );
}

/** An event is sent under the name of another one. */
export function renamed<const Id extends string>(
  id: BreakageId<Id>,
  type: EventType,
  name: EventType | '',
  { values = {}, when = {} }: { readonly values?: Values; readonly when?: When } = {},
): Breakage {
  return breakage<Id>(
    id,
    `${type} is sent as "${name}"${describeWhen(when)}.`,
    replaceEvents(type, (event) => [
      isAs(event.data, when) ? { type: name, data: withValues(event.data, values) } : event,
    ]),
  );
}
