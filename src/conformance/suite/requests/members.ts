import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { isObject, type JsonObject } from '../../judge/json.ts';

/** The name of a member within its operation: `attachments.skill_ids.[]`. */
export function nameOf({ path }: RequestMember): string {
  return path.join('.');
}

/**
 * The body with a member changed. Objects and arrays on the way to it are made where the body has none.
 *
 * @param value the new value; undefined removes the member
 * @param which the items of arrays whose member changes
 */
export function withMember(
  body: unknown,
  [step, ...rest]: readonly string[],
  value: unknown,
  which: 'each' | 'last' = 'each',
): unknown {
  if (step === undefined) return value;
  if (step === '[]') {
    const items = Array.isArray(body) && body.length > 0 ? body : [undefined];
    const isMeant = (at: number) => which === 'each' || at === items.length - 1;
    return items.map((item, at) => (isMeant(at) ? withMember(item, rest, value, which) : item));
  }
  const members: JsonObject = isObject(body) ? body : {};
  const { [step]: current, ...others } = members;
  const changed = withMember(current, rest, value, which);
  return changed === undefined ? others : { ...others, [step]: changed };
}
