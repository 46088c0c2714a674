import type { Decorator } from '../../reference/ports.ts';
import { lenientAbout } from '../decorators/lenient-types.ts';
import { EVERY } from '../decorators/operations.ts';
import { isObject } from '../decorators/requests.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { type Choose, choicesOf } from './chance.ts';
import { openRefusals } from './refusals.ts';

/** Members that no table defines, one of every type. Their names cannot collide with other members. */
const FURTHER: readonly [object, ...object[]] = [
  {},
  { x_note: 'further' },
  { _links: { self: '/' }, etag: null },
  { x_number: 0, x_list: [], x_flag: true },
];

/**
 * A correct server that answers at random wherever no statement decides, with one server per seed. It uses any refusal where none is
 * specified, converts or ignores values of another type, and adds members that no table defines.
 *
 * @param variants further readings of open points. Their answers also get additional members, and HTTP carries all answers as they specify
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

/** Every object may have additional members (section 2.1 closes no schema). */
function withFurtherMembers(choose: Choose) {
  return rewriteEverywhere((value, name) =>
    isObject(value) ? { ...value, ...choose(`members of ${name}`, FURTHER) } : value,
  );
}
