import type { Decorator } from '../../reference/ports.ts';
import { lenientAbout } from '../decorators/lenient-types.ts';
import { EVERY } from '../decorators/operations.ts';
import { isObject } from '../decorators/requests.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { type Choose, choicesOf } from './chance.ts';
import { openRefusals } from './refusals.ts';

/** Members that no table names, of every type. Their names are such that no other member has them. */
const FURTHER: readonly [object, ...object[]] = [
  {},
  { x_note: 'further' },
  { _links: { self: '/' }, etag: null },
  { x_number: 0, x_list: [], x_flag: true },
];

/**
 * A faithful server that answers at random wherever no statement decides: one seed is one server. It refuses what nothing decides in any way,
 * converts or ignores values of another type, and adds members that no table names.
 *
 * @param variants further readings of open points. Their answers have further members too, and HTTP carries all answers as they say
 */
export function openAnswers(seed: number, variants: readonly Decorator[] = []): readonly Decorator[] {
  const choose = choicesOf(seed);
  const lenient = EVERY.filter((operation) => choose(`types ${operation}`, [true, false]));
  return [
    openRefusals(choose),
    ...variants,
    { exchange: lenientAbout(lenient) },
    { exchange: withFurtherMembers(choose) },
  ];
}

/** Every object has further members, or none (section 2.1 closes no schema). */
function withFurtherMembers(choose: Choose) {
  return rewriteEverywhere((value, name) =>
    isObject(value) ? { ...value, ...choose(`members of ${name}`, FURTHER) } : value,
  );
}
