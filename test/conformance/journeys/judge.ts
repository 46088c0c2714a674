import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ActionResult } from '../../../generated/types.js';
import { type Simulation, simulate } from '../../../scripts/simulation/simulation.ts';
import { loadAlterations } from '../../../src/alterations/load-alterations.ts';
import { type Client, createClientIn } from '../../../src/client/client.ts';
import type { ActionEvent } from '../../../src/client/turn-event.ts';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';
import { JOURNEYS } from '../../../src/conformance/journeys/catalogue/index.ts';
import type { Driver } from '../../../src/conformance/journeys/driver.ts';
import type { Journey, World } from '../../../src/conformance/journeys/journey.ts';
import { judgeClient } from '../../../src/conformance/journeys/judge-client.ts';
import { runJourney } from '../../../src/conformance/journeys/run-journey.ts';
import type { Serve } from '../../../src/conformance/journeys/serve.ts';
import type { JourneyInput, Told } from '../../../src/conformance/journeys/task.ts';
import { SOUND } from '../../../src/conformance/journeys/worlds.ts';
import type { ClientReport } from '../../../src/conformance/report/model.ts';
import { writeJson } from '../../../src/exact-json/exact-number.ts';
import { assemble } from '../../../src/reference/start.ts';
import { runtimeOf } from '../../client/harness/settle.ts';

type DoTask = (client: Client, input: JourneyInput, pause: (wait: number) => Promise<void>) => Promise<Told>;

/** The tasks of the example, which import only types. The compiler would look for those in the built package. */
const TASKS = pathToFileURL(resolve('examples/check-client/tasks.ts')).href;
const { doTask, answer } = (await import(TASKS)) as {
  readonly doTask: DoTask;
  readonly answer: (
    question: ActionEvent,
    answers: NonNullable<JourneyInput['answers']>,
  ) => Promise<ActionResult | undefined>;
};

/** Answers a question as a journey asks. */
export { answer as answerAsAsked };

/** A mistake of a client, as a layer between the sound client and the network. */
export type Mistake = (fetch: typeof globalThis.fetch, simulation: Simulation) => typeof globalThis.fetch;

type ClientFor = (
  options: { readonly baseUrl: string; readonly token: string; readonly fetch: typeof globalThis.fetch },
  simulation: Simulation,
) => Client;

export interface Judging {
  /** Names of journeys, or beginnings of names; all by default. */
  readonly journeys?: readonly string[];
  readonly worlds?: readonly World[];
  readonly mistake?: Mistake;
  /** Changes what the driver tells. */
  readonly tell?: (told: Told, input: JourneyInput) => Told;
  /** Makes the client that is judged; that of this package by default. */
  readonly clientFor?: ClientFor;
  /** Does a task with the client; by default as the example does. */
  readonly act?: DoTask;
}

/** Judges the client of this package, with a mistake or without, on a virtual clock. */
export function judgeOwnClient(judging: Judging = {}): Promise<ClientReport> {
  return simulate((simulation) => judgeIn(simulation, judging));
}

/** The exchanges of the client of this package in one journey, on a virtual clock. */
export function exchangesIn(journey: Journey, mistake?: Mistake): Promise<readonly LoggedExchange[]> {
  return simulate(async (simulation) => {
    const { exchanges } = await runJourney(journey, SOUND, {
      serve: serveIn(simulation),
      driver: ownDriver(simulation, { ...(mistake && { mistake }) }),
      timeScale: 1,
      signal: new AbortController().signal,
      clock: simulation.clock,
    });
    return exchanges;
  });
}

function judgeIn(
  simulation: Simulation,
  { journeys = [], worlds = [SOUND], ...judging }: Judging,
): Promise<ClientReport> {
  const { clock } = simulation;
  return judgeClient({
    name: 'the client',
    journeys: JOURNEYS.filter(
      ({ name }) => journeys.length === 0 || journeys.some((each) => name.startsWith(each)),
    ),
    worldsOf: () => worlds,
    serve: serveIn(simulation),
    driver: ownDriver(simulation, judging),
    timeScale: 1,
    concurrency: 8,
    signal: new AbortController().signal,
    clock,
    again: (journey, world) => `${journey} in ${world}`,
  });
}

function serveIn({ clock, network: { listen } }: Simulation): Serve {
  return async ({ variants = [], liberties, front, ...options }) =>
    assemble({
      ...options,
      clock,
      listen,
      report() {},
      decorators: await loadAlterations({ variants, liberties, front }),
    });
}

function ownDriver(
  simulation: Simulation,
  {
    mistake,
    tell = (told) => told,
    clientFor = ownClient,
    act = doTask,
  }: Omit<Judging, 'journeys' | 'worlds'>,
): Driver {
  const { clock } = simulation;
  const pause = (wait: number) => new Promise<void>((done) => void clock.after(wait, done));
  return async ({ url: baseUrl, token, input, signal }) => {
    const fetch = mistake ? mistake(globalThis.fetch, simulation) : globalThis.fetch;
    const client = clientFor({ baseUrl, token, fetch }, simulation);
    const late = new Promise<undefined>((done) =>
      signal.addEventListener('abort', () => done(undefined), { once: true }),
    );
    try {
      // As a driver that is a process reads it: JavaScript has no integers above 2^53.
      const read = JSON.parse(writeJson(input)) as JourneyInput;
      const told = await Promise.race([act(client, read, pause), late]);
      return told ? { told: tell(told, input) } : { problem: 'it did not end in time' };
    } catch (error) {
      return { problem: String(error) };
    }
  };
}

const ownClient: ClientFor = (options, { clock }) => createClientIn(runtimeOf(clock), options);

/** The fetch of a simulation takes no Request of another library. */
export function partsOf(request: Request): RequestInit {
  const { method, headers, body, signal } = request;
  return {
    method,
    headers: Object.fromEntries(headers),
    signal,
    ...(body && { body, duplex: 'half' }),
  } as RequestInit;
}

/** The ids of the requirements that a report finds violated. */
export function violatedIn({ requirements }: ClientReport): readonly string[] {
  return requirements.filter(({ violations }) => violations > 0).map(({ id }) => id);
}
