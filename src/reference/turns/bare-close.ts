import type { TurnClose } from '../store/store.ts';

/** The part of an outcome that says what a turn did, for one of which nothing but its text is known. */
export const BARE_CLOSE = {
  usage: null,
  steps: [],
  sources: [],
  anonymization: null,
  agentRuns: [],
} as const satisfies Partial<TurnClose>;
