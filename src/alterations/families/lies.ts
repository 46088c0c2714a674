import type { Family } from './family.ts';
import { LIE_OPERATORS } from './lie-operators.ts';
import { tryOperators } from './operator.ts';

/** The service shows another value of the same shape. */
export const lies: Family = {
  name: 'lies',
  generate: (traffic) => tryOperators('lies', LIE_OPERATORS, traffic, (isAccepted) => isAccepted),
};
