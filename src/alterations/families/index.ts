import type { Family } from './family.ts';
import { lies } from './lies.ts';
import { shapes } from './shapes.ts';

export const FAMILIES: readonly Family[] = [lies, shapes];
