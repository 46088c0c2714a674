import { machineClock } from '../drive/run-clock.ts';
import { JOURNEYS } from '../journeys/catalogue/index.ts';
import type { Driver } from '../journeys/driver.ts';
import { timeScaleIn } from '../journeys/journey.ts';
import { judgeClient } from '../journeys/judge-client.ts';
import type { Serve } from '../journeys/serve.ts';
import type { JourneyInput, Told } from '../journeys/task.ts';
import { readWorld } from '../journeys/worlds.ts';
import { BESIDES_WAITING, concludeTest } from './conformance-tests.ts';

/** One journey of a client, in a form that any test runner takes. */
export interface ClientJourney {
  readonly name: string;
  /** What the service does meanwhile. */
  readonly service: string;
  /** Ids of the requirements that the journey judges. */
  readonly requirements: readonly string[];
  /** How long it may take, in milliseconds. */
  readonly timeout: number;
  /**
   * Starts a server, lets the driver do the journey, and judges it.
   *
   * @returns why the journey was left out, if the driver says that the client cannot do it
   * @throws ConformanceError when the client violates a requirement, or the driver tells nothing
   */
  run(): Promise<{ readonly skipped?: string }>;
}

export interface ClientJourneyOptions {
  /** `startReferenceServer` of `conversation-api/reference`. */
  readonly serve: Serve;
  /** Does with the client what its input asks, and returns what the client understood. */
  readonly driver: (target: {
    readonly url: string;
    readonly token: string;
    readonly journey: string;
    readonly input: JourneyInput;
  }) => Promise<Told>;
  /** How many times faster than in the service document the server's timers run; 60 by default. */
  readonly timeScale?: number;
  /** The worlds in which each journey runs, as `check-client --world` takes them; the plain server by default. */
  readonly worlds?: readonly string[];
}

/** Lists the journeys of clients as tests. Starts nothing. */
export function clientJourneys({
  serve,
  driver,
  timeScale = 60,
  worlds = ['sound'],
}: ClientJourneyOptions): readonly ClientJourney[] {
  const named = worlds.map(readWorld);
  const judged: Driver = async ({ signal: _, ...target }) => ({ told: await driver(target) });
  return JOURNEYS.map((journey) => ({
    name: journey.name,
    service: journey.service,
    requirements: journey.rows,
    timeout: (journey.waits ?? 0) / timeScaleIn(journey, timeScale) + BESIDES_WAITING,
    run: async () =>
      concludeTest(
        await judgeClient({
          name: 'the client',
          journeys: [journey],
          worldsOf: () => named,
          serve,
          driver: judged,
          timeScale,
          concurrency: 1,
          signal: new AbortController().signal,
          clock: machineClock,
          again: (name, world) => `${name} in the world ${world}`,
        }),
      ),
  }));
}
