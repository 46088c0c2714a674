import type { Body } from './requests.ts';

/** Marks a member to leave out. */
export const ABSENT = Symbol('absent');

/** Changes the value of a member. @param change receives undefined if the member is absent, and returns ABSENT to remove it */
export type ChangeMember = (value: Body) => unknown;

/** Changes the values of a member, wherever the body contains the object it belongs to. Items that become ABSENT are removed. */
export function changeMember(body: Body, [step, ...rest]: readonly string[], change: ChangeMember): Body {
  if (step === undefined) return change(body);
  if (step === '[]')
    return Array.isArray(body)
      ? body.map((item) => changeMember(item, rest, change)).filter((item) => !isAbsent(item))
      : body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if (rest.length > 0 && body[step] === undefined) return body;
  const changed = changeMember(body[step], rest, change);
  const { [step]: _, ...others } = body;
  return isAbsent(changed) ? others : { ...body, [step]: changed };
}

function isAbsent(value: unknown): boolean {
  return value === ABSENT || value === undefined;
}
