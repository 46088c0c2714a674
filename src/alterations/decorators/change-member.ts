import type { Body } from './requests.ts';

/** Stands for a member that is left out. */
export const ABSENT = Symbol('absent');

/** Changes the value of a member. @param change returns ABSENT to leave it out; it gets undefined where it is absent */
export type ChangeMember = (value: Body) => unknown;

/** The body with other values of a member, wherever the body has the object that the member belongs to. An item that is absent is left out. */
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
