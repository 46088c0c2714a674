import { ABSENT } from '../decorators/change-member.ts';
import type { Body } from '../decorators/requests.ts';
import type { ChangeValue } from './alter-place.ts';
import type { Family } from './family.ts';
import { type Operator, tryOperators } from './operator.ts';

const unlessThere =
  (other: unknown, isThere: (value: Body) => boolean): ChangeValue =>
  (value) =>
    isThere(value) ? undefined : other;

/** Values that the contract forbids. */
const OPERATORS: readonly Operator[] = [
  {
    name: 'dropped',
    behaviour: 'leaves the member out',
    change: (_, { isItem }) => (isItem ? undefined : ABSENT),
  },
  { name: 'nulled', behaviour: 'shows null', change: unlessThere(null, (value) => value === null) },
  {
    name: 'as-text',
    behaviour: 'shows a text',
    change: unlessThere('17', (value) => typeof value === 'string'),
  },
  {
    name: 'as-number',
    behaviour: 'shows a number',
    change: unlessThere(1.5, (value) => typeof value === 'number'),
  },
  { name: 'as-list', behaviour: 'shows a list', change: unlessThere([null], Array.isArray) },
  {
    name: 'as-object',
    behaviour: 'shows an empty object',
    change: unlessThere({}, (value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  },
];

/** The service sends values with a wrong shape. */
export const malformedShapes: Family = {
  name: 'malformed-shapes',
  generate: (traffic) =>
    tryOperators('malformed-shapes', OPERATORS, traffic, {
      isMeant: (isAccepted) => !isAccepted,
      isSpoken: () => true,
    }),
};
