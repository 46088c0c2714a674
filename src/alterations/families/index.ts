import type { Family } from './family.ts';
import { ignoredInput } from './ignored-input.ts';
import { malformedShapes } from './malformed-shapes.ts';
import { missingGuards } from './missing-guards/index.ts';
import { wrongStates } from './wrong-states/index.ts';
import { wrongTiming } from './wrong-timing.ts';
import { wrongValues } from './wrong-values.ts';

export const FAMILIES: readonly Family[] = [
  wrongValues,
  malformedShapes,
  ignoredInput,
  missingGuards,
  wrongStates,
  wrongTiming,
];
