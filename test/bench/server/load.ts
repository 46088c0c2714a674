import autocannon from 'autocannon';
import { median } from '../measure.ts';

export interface Target {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Load {
  readonly connections: number;
  readonly rounds: number;
  /** Of one round of one target, in seconds. */
  readonly duration: number;
}

/**
 * Asks several servers in turn as fast as they answer, in short rounds, so that what else the machine does falls on all of
 * them alike. One round before the counted ones warms them up.
 *
 * @returns the median of the answers per second of each
 * @throws Error when an answer is no success
 */
export async function compareThroughput<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  load: Load,
): Promise<Record<Name, number>> {
  const names = Object.keys(targets) as Name[];
  const speeds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= load.rounds; round++) {
    for (const name of names) {
      const speed = await measureThroughput(targets[name], load);
      if (round > 0) speeds[name].push(speed);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(speeds[name])])) as Record<Name, number>;
}

async function measureThroughput({ url, headers = {} }: Target, load: Load): Promise<number> {
  const { connections, duration } = load;
  const result = await autocannon({ url, headers, connections, duration, sampleInt: 50 });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} did not come`);
  return result['2xx'] / result.duration;
}
