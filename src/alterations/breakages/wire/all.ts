import type { Breakage } from '../breakage.ts';
import { wireEventBreakages } from './events.ts';
import { wireStreamBreakages } from './streams.ts';
import { wireTurnBreakages } from './turns.ts';

/** The breakages of requirements that no check verifies, since everything that is sent is held to them. */
export const WIRE_BREAKAGES: readonly Breakage[] = [
  ...wireStreamBreakages,
  ...wireEventBreakages,
  ...wireTurnBreakages,
];
