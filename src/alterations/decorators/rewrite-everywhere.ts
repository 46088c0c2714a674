import type { Wrap } from '../alteration.ts';
import { isRawJson, mapMembers } from './copy-json.ts';
import type { Body } from './requests.ts';
import { rewriteWhole } from './rewrite-whole.ts';

type ChangeValue = (value: Body, name: string | undefined) => Body;

/** Changes every value in every answer and event, at any depth. Members are changed before the object that contains them. */
export function rewriteEverywhere(change: ChangeValue): Wrap {
  return rewriteWhole((value) => changeIn(value, undefined, change));
}

/** The service must return these members as the client or the tool sent them, so they stay unchanged. */
const OPAQUE = new Set(['metadata', 'input', 'requested_schema']);

function changeIn(value: Body, name: string | undefined, change: ChangeValue): Body {
  if (name !== undefined && OPAQUE.has(name)) return value;
  if (Array.isArray(value)) {
    return change(
      value.map((item) => changeIn(item, undefined, change)),
      name,
    );
  }
  if (typeof value !== 'object' || value === null || isRawJson(value)) return change(value, name);
  return change(
    mapMembers(value, (member, key) => changeIn(member, key, change)),
    name,
  );
}
