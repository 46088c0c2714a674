import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
// Node's own fetch accepts no dispatcher from another version of undici, and undici's index would replace the dispatcher of the whole
// process.
import undiciTimers from 'undici/lib/util/timers.js';
import { fetch } from 'undici/lib/web/fetch/index.js';
import { Agent } from '../../src/conformance/drive/undici.ts';
import { seededRandom } from '../test/random.ts';
import { watchCompression } from './idleness.ts';
import { ownTimers, replace } from './library-timers.ts';
import { MemoryNetwork } from './memory-network.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Everything that parts of a simulation receive from outside. */
export interface Simulation {
  readonly clock: VirtualClock;
  readonly network: MemoryNetwork;
}

export interface SimulationOptions {
  /**
   * Orders events that are ready at the same time, and splits bytes into chunks. Without a seed, events keep their order and bytes stay
   * together.
   */
  readonly seed?: number | undefined;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs some work on a virtual clock and without the kernel: timers of libraries follow the clock, `fetch` uses the simulated network, and a
 * TCP connection is an error. Idleness applies to the whole thread, so simulations in one thread run one after another.
 *
 * @throws StuckError when the work waits for something that no timer can cause, and any error of the work
 */
export function simulate<Result>(
  work: (simulation: Simulation) => Promise<Result>,
  { seed }: SimulationOptions = {},
): Promise<Result> {
  const run = last.then(async () => {
    await preload();
    const random = seed === undefined ? undefined : seededRandom(seed);
    const clock = new VirtualClock({ random });
    const network = new MemoryNetwork(clock, random);
    const agent = new Agent({ connect: network.connect });
    const giveBack = [
      ownTimers(clock),
      // All timers of undici share one of the platform, which would still follow the clock of the last simulation.
      undiciTimers.reset,
      watchCompression(),
      replace(globalThis, {
        fetch: (...[input, init]: Parameters<typeof fetch>) => fetch(input, { ...init, dispatcher: agent }),
      }),
      replace(Socket.prototype, { connect: refuseKernel }),
      replace(crypto, { randomUUID: uuids(seed) }),
    ];
    syncBuiltinESMExports();
    undiciTimers.reset();
    try {
      return await clock.drive(work({ clock, network }).finally(() => agent.destroy()));
    } finally {
      for (const give of giveBack.reverse()) give();
      syncBuiltinESMExports();
    }
  });
  last = run.catch(() => {});
  return run;
}

/** Modules that are loaded on first use. While one is loading, the thread looks idle. */
function preload(): Promise<unknown> {
  return Promise.all([
    import('../../src/reference/connectors/session.ts'),
    import('../../src/rig/connector/open-connector.ts'),
    import('openai'),
  ]);
}

/** Ids in an order that depends on the seed, so that a run is a function of its seed. */
function uuids(seed = 0): () => string {
  const random = seededRandom(seed);
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}

function refuseKernel(): never {
  throw new Error('a simulation opens no connection of the kernel');
}
