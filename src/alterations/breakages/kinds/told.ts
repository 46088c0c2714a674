import type { Breakage } from '../../alteration.ts';

/** A breakage with a sentence of its own, because docs/testing-your-client.md tells it to people who write clients. */
export function told(behaviour: string, breakage: Breakage): Breakage {
  return { ...breakage, behaviour };
}
