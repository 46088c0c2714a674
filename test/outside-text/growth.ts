/** Characters of the shortest text. The longest is this long after eight doublings. */
const SHORTEST = 256;
const DOUBLINGS = 8;
export const LONGEST = SHORTEST << DOUBLINGS;

/** The factor by which a text may cost more than the shortest one, beyond its length: collecting garbage and filling caches take time too. */
const MARGIN = 16;
/** Milliseconds of processor time that prove nothing: quadratic work on the longest text takes more. */
const NOTHING = 150;
/** How often a text is read if the time seems out of proportion. */
const ATTEMPTS = 3;
/** The shortest text is read repeatedly for this long, in milliseconds of processor time. */
const MEASURED = 2;

export interface Growth {
  /** Milliseconds of processor time for each size, from the shortest on. Ends with the first one out of proportion. */
  readonly times: readonly number[];
  /** The result of reading the longest text. */
  readonly result: unknown;
}

/** Doubles a text eight times, and measures each time how long reading it takes. */
export async function measureGrowth(read: (size: number) => unknown): Promise<Growth> {
  const times = [await fastest(read)];
  let result: unknown;
  for (let doubling = 1; doubling <= DOUBLINGS && isInProportion(times); doubling += 1) {
    // Something else in the process may take the time once. Work out of proportion takes it each time.
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && !isInProportion([...times, best]); attempt += 1) {
      const time = await spent(async () => {
        result = await read(SHORTEST << doubling);
      });
      best = Math.min(best, time);
    }
    times.push(best);
  }
  return { times, result };
}

/** Whether the last time is in proportion to the first. */
export function isInProportion(times: readonly number[]): boolean {
  const [first = 0] = times;
  return (times.at(-1) ?? 0) <= Math.max(NOTHING, first * MARGIN * 2 ** (times.length - 1));
}

async function fastest(read: (size: number) => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let total = 0; total < MEASURED; ) {
    const time = await spent(() => read(SHORTEST));
    total += Math.max(time, 0.01);
    best = Math.min(best, time);
  }
  return best;
}

async function spent(read: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
