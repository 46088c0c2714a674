import { listSituations } from './list-situations.ts';
import { madeSituations } from './made-situations.ts';
import type { RequestSituation } from './situation.ts';
import { turnSituations } from './turn-situations.ts';

/** Every situation for requests. */
export const SITUATIONS: readonly RequestSituation[] = [
  ...madeSituations,
  ...turnSituations,
  ...listSituations,
];
