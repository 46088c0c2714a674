import autocannon from 'autocannon';
import { median } from '../measure.ts';

export interface Target {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Load {
  readonly connections: number;
  readonly rounds: number;
  /** Duration of one round for one target, in seconds. */
  readonly duration: number;
}

/**
 * Sends requests to several servers as fast as they answer, in turn and in short rounds, so that other load on the machine affects
 * all of them alike. The first round only warms them up and does not count.
 *
 * @returns the median of the answers per second for each server
 * @throws Error when an answer is not a success
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
