import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { Body } from '../decorators/requests.ts';
import type { FoundValue } from './values.ts';

/** Values that a server showed earlier for the same member of the same kind of object. */
export interface Earlier {
  /** The earlier value of this member in the same object. */
  readonly stale?: unknown;
  /** The value of this member in another object. */
  readonly other?: unknown;
}

/** Remembers what a server showed, in order to show it again at the wrong time or place. */
export interface Memory {
  /** Records a value. @returns the values seen before */
  note(request: HttpRequest, root: Body, found: FoundValue): Earlier;
}

interface Shown {
  readonly object: string;
  readonly value: unknown;
  readonly text: string;
}

/** The most values kept per member. */
const KEPT = 40;

export function createMemory(): Memory {
  const shown = new Map<string, Shown[]>();
  return {
    note(request, root, found) {
      const { object, member } = nameOf(request, root, found);
      const values = shown.get(member) ?? [];
      shown.set(member, values);
      const text = JSON.stringify(found.value);
      const stale = values.findLast((each) => each.object === object && each.text !== text);
      const other = values.findLast((each) => each.object !== object && each.text !== text);
      if (!values.some((each) => each.object === object && each.text === text)) {
        values.push({ object, value: found.value, text });
        if (values.length > KEPT) values.shift();
      }
      return { ...(stale && { stale: stale.value }), ...(other && { other: other.value }) };
    },
  };
}

/** The name of a member, which is the same in an object of its own and in one of a list. */
export function memberOf(pointer: string): string {
  return pointer.replace(/^data(\[\])?\.?/, '');
}

/** Identifies the object of a value, and the member among objects of its kind. */
function nameOf(request: HttpRequest, root: Body, { pointer, items, path }: FoundValue) {
  const top = path[0] === 'data' && typeof path[1] === 'number' ? items[0] : (root?.data ?? root);
  const id = top?.id ?? request.path.chat_id ?? request.path.skill_id ?? request.operation.operationId;
  const kind = request.operation.path.split('/')[3] === 'skills' ? 'skill' : 'chat';
  return {
    object: `${id} ${path.filter((step) => typeof step === 'number').slice(1)}`,
    member: `${kind} ${memberOf(pointer)}`,
  };
}
