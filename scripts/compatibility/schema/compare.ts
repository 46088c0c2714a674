/** Compares two versions of a schema in one position: in a request or in a response. */
import type { Change } from '../change.ts';
import type { Place } from '../place.ts';
import type { Rule } from '../rules.ts';
import { compareConditions } from './conditions.ts';
import { compareDecisions } from './decisions.ts';
import type { Descend } from './descend.ts';
import { type Conjunction, conjunctionOf, flatten } from './flat.ts';
import { compareKeywords } from './keywords.ts';
import { compareMembers, compareRequired } from './members.ts';
import { compareSubschemas } from './subschemas.ts';
import { compareUnions } from './unions.ts';

/** The rule for a schema of a document. A missing schema allows everything. */
export const schema: Rule = (before, after, at, name) => {
  const pointer = `${at.origin} > ${name}`;
  return compareSchemas(conjunctionOf(before, pointer), conjunctionOf(after, pointer), at, false, new Set());
};

/** @param underWay the pairs whose comparison led to this one, since a schema may contain itself */
function compareSchemas(
  before: Conjunction,
  after: Conjunction,
  at: Place,
  refines: boolean,
  underWay: ReadonlySet<string>,
): Change[] {
  const pair = JSON.stringify([
    ...[before, after].map((parts) => parts.map(({ pointer }) => pointer)),
    refines,
  ]);
  if (underWay.has(pair)) return [];
  const descend: Descend = (old, now, place, isRefining) =>
    compareSchemas(old, now, place, isRefining, new Set([...underWay, pair]));
  const [old, now] = [flatten(at.before, before), flatten(at.after, after)];
  return [
    ...compareKeywords(old, now, at),
    ...compareRequired(old, now, at, refines),
    ...compareDecisions(old, now, at),
    ...compareMembers(old, now, at, descend, refines),
    ...compareSubschemas(old, now, at, descend, refines),
    ...compareUnions(old, now, at, descend, refines),
    ...compareConditions(old, now, at, descend),
  ];
}
