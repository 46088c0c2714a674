import type { Wrap } from '../alteration.ts';
import { mapMembers } from './copy-json.ts';
import { EVERY } from './operations.ts';
import type { Body } from './requests.ts';
import { rewriteAnswers } from './rewrite-answers.ts';
import { rewriteEvents } from './rewrite-events.ts';

type ChangeValue = (value: Body, name: string | undefined) => Body;

/** Changes every value in every answer and event, at any depth. Members are changed before the object that holds them. */
export function rewriteEverywhere(change: ChangeValue): Wrap {
  const inAnswers = rewriteAnswers(EVERY, (body) => changeIn(body, undefined, change));
  const inEvents = rewriteEvents(() => (event) => [
    { ...event, data: changeIn(event.data, undefined, change) },
  ]);
  return (exchange) => inEvents(inAnswers(exchange));
}

/** The service returns these members as the client or the tool sent them, so they stay as they are. */
const OPAQUE = new Set(['metadata', 'input', 'requested_schema']);

function changeIn(value: Body, name: string | undefined, change: ChangeValue): Body {
  if (name !== undefined && OPAQUE.has(name)) return value;
  if (Array.isArray(value)) {
    return change(
      value.map((item) => changeIn(item, undefined, change)),
      name,
    );
  }
  if (typeof value !== 'object' || value === null) return change(value, name);
  return change(
    mapMembers(value, (member, key) => changeIn(member, key, change)),
    name,
  );
}
