import type { Figure } from '../figure.ts';
import { benchBesideTurns } from './beside-turns.ts';
import { benchDeltas } from './deltas.ts';
import { benchFirstPage } from './first-page.ts';
import { benchIdleStreams } from './idle-streams.ts';
import { benchStarting } from './starting.ts';
import { benchThroughput } from './throughput.ts';

/** Seconds for one part, also on a busy machine. */
const LONGEST = 180;

const PARTS = [
  benchStarting,
  benchThroughput,
  benchFirstPage,
  benchIdleStreams,
  benchDeltas,
  benchBesideTurns,
];

/**
 * Measures the reference server over loopback. Every server runs in its own process.
 *
 * @throws Error when a part does not end in time
 */
export async function benchServer(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const part of PARTS) figures.push(...(await endInTime(part.name, part(folder))));
  return figures;
}

async function endInTime<Result>(name: string, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${name} took more than ${LONGEST} s`)), LONGEST * 1000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
