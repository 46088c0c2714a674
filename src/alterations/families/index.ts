import { clocks } from './clocks.ts';
import { deafness } from './deafness.ts';
import type { Family } from './family.ts';
import { holes } from './holes/index.ts';
import { lies } from './lies.ts';
import { shapes } from './shapes.ts';
import { states } from './states/index.ts';

export const FAMILIES: readonly Family[] = [lies, shapes, deafness, holes, states, clocks];
