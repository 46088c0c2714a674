import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { type Shard, shardOf } from '../files/shard.ts';
import { Judgement } from '../judge/judgement.ts';
import { loadRegistry, type Registry } from '../registry/registry.ts';
import { reportHeader } from '../report/header.ts';
import { reportLive } from '../report/live.ts';
import type { ClientReport } from '../report/model.ts';
import { type Conditions, concludeReport } from '../run/conclude-report.ts';
import { redactResult } from '../run/redact-result.ts';
import type { Check } from '../suite/check-kit/check.ts';
import type { SettledOutcome } from '../verdict/outcome.ts';
import { JOURNEYS } from './catalogue/index.ts';
import { type Journey, timeScaleIn, type World } from './journey.ts';
import { RULES } from './rules/index.ts';
import type { ClientClaim } from './rules/rule.ts';
import { type JourneyParts, type JourneyResult, runJourney } from './run-journey.ts';
import { ROWS_OF_MEMBERS } from './understanding.ts';
import { SOUND } from './worlds.ts';

export interface JudgeClientOptions extends JourneyParts, Conditions {
  /** What the report calls the client. */
  readonly name: string;
  readonly journeys: readonly Journey[];
  /** The worlds of a journey, the smallest one first. */
  worldsOf(journey: Journey): readonly World[];
  /** Journeys that run at once. */
  readonly concurrency: number;
  /** The command that repeats one journey in one world. */
  again(journey: string, world: string): string;
  /** Called with each journey in the form of a check. */
  readonly onBegin?: ((check: Check) => void) | undefined;
  readonly onOutcome?: ((outcome: SettledOutcome) => void) | undefined;
  readonly shard?: Shard | undefined;
}

/** What came of a journey in the worlds in which it ran. */
interface Outcome {
  readonly journey: Journey;
  readonly results: readonly JourneyResult[];
  /** Whether the run was stopped before the last world. */
  readonly isStopped: boolean;
}

/** Lets a driver do journeys with its client, and judges what it did. */
export async function judgeClient(options: JudgeClientOptions): Promise<ClientReport> {
  const { journeys, concurrency, shard, signal, clock } = options;
  const begun = clock.now();
  const started = new Date(clock.wall());
  const ours = shard ? journeys.filter(({ name }) => shardOf(name, shard.count) === shard.index) : journeys;
  const plain = new PlainRuns(options);
  const rest = ours.values();
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (const journey of rest) {
      if (signal.aborted) return;
      options.onBegin?.(checkOf(journey, options.timeScale));
      const results = await runInWorlds(journey, options, plain);
      const outcome = { journey, results, isStopped: signal.aborted };
      outcomes.push(outcome);
      options.onOutcome?.(settle(outcome));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return report(outcomes, ours, options, { started, duration: Math.round(clock.now() - begun) });
}

/** The plain journeys in the sound world, each of which runs once. */
class PlainRuns {
  readonly #options: JudgeClientOptions;
  readonly #runs = new Map<string, Promise<JourneyResult>>();

  constructor(options: JudgeClientOptions) {
    this.#options = options;
  }

  run(journey: Journey): Promise<JourneyResult> {
    const known = this.#runs.get(journey.name) ?? runJourney(journey, SOUND, this.#options);
    this.#runs.set(journey.name, known);
    return known;
  }

  /** Whether the driver ends in the plain circumstances of a journey. */
  async isEnded({ plain }: Journey): Promise<boolean> {
    const journey = JOURNEYS.find(({ name }) => name === plain);
    return journey !== undefined && (await this.run(journey)).problem === undefined;
  }
}

/** Runs a journey in one world after another, until it fails. */
async function runInWorlds(
  journey: Journey,
  options: JudgeClientOptions,
  plain: PlainRuns,
): Promise<readonly JourneyResult[]> {
  const results: JourneyResult[] = [];
  for (const world of options.worldsOf(journey)) {
    if (options.signal.aborted) break;
    const isPlain = world === SOUND && journey.plain === undefined;
    const result = await (isPlain ? plain.run(journey) : runJourney(journey, world, options));
    // A driver that was stopped has not failed.
    if (options.signal.aborted) break;
    const judged = await judgeEnd(result, plain);
    results.push(judged);
    if (judged.problem !== undefined || judged.unsupported !== undefined || broken(judged).length > 0) break;
  }
  return results;
}

/**
 * A driver that tells nothing has failed, if it tells something in plainer circumstances. In the plainest ones, it may not work at all. Behind
 * a gateway that answers itself, it may give up.
 */
async function judgeEnd(result: JourneyResult, plain: PlainRuns): Promise<JourneyResult> {
  const { journey, world, problem, claims, exchanges } = result;
  if (world.front !== undefined) {
    const kept = claims.filter(({ isMet, isOmission }) => isMet || !isOmission);
    return { ...withoutProblem(result), claims: kept };
  }
  if (problem === undefined) return result;
  if (claims.some(({ isMet }) => !isMet)) return withoutProblem(result);
  if (world === SOUND && !(await plain.isEnded(journey))) return result;
  const last = claims.at(-1)?.at;
  const where = world === SOUND ? `as in ${journey.plain}` : 'as on the plain server';
  const claim: ClientClaim = {
    row: journey.rows[0],
    isMet: false,
    at: last,
    expected: `the client ends the journey, ${where}`,
    actual: problem,
  };
  return exchanges.length > 0 ? { ...withoutProblem(result), claims: [...claims, claim] } : result;
}

function withoutProblem({ problem: _, ...result }: JourneyResult): JourneyResult {
  return result;
}

function broken({ claims }: JourneyResult): readonly ClientClaim[] {
  return claims.filter(({ isMet }) => !isMet);
}

function statusOf({ results, isStopped }: Outcome): SettledOutcome['status'] {
  if (results.some((result) => broken(result).length > 0)) return 'violated';
  if (isStopped || results.some(({ problem }) => problem !== undefined)) return 'incomplete';
  return results.some(({ unsupported }) => unsupported !== undefined) || !isShown(results)
    ? 'left-out'
    : 'passed';
}

/** Whether the client did something that its journey judges. */
function isShown(results: readonly JourneyResult[]): boolean {
  return results.some(({ journey, claims }) => claims.some(({ row }) => journey.rows.includes(row)));
}

const NOT_SHOWN = 'the client did nothing that the journey judges';

/** Where a client that is judged would find the server, for the requests that a report shows. */
const SERVED_AT = 'http://127.0.0.1:4010';

function report(
  outcomes: readonly Outcome[],
  journeys: readonly Journey[],
  options: JudgeClientOptions,
  { started, duration }: { readonly started: Date; readonly duration: number },
): ClientReport {
  const { name, timeScale, again, required, knownFailures, shard, signal } = options;
  const collected = collect(outcomes);
  const ended = new Set(outcomes.filter(({ isStopped }) => !isStopped).map(({ journey }) => journey));
  for (const journey of journeys.filter((each) => signal.aborted && !ended.has(each)))
    collected.judgement.leaveOut(`${journey.name} did not reach its end: the run was stopped`);
  const registry = loadRegistry();
  const profile = {
    baseUrl: SERVED_AT,
    credentials: {},
    headers: {},
    faults: {},
    resources: {},
    timers: { timeScale },
  };
  const result = redactResult(
    {
      judgement: collected.judgement,
      exchanges: collected.exchanges,
      outcomes: outcomes.map(settle),
      remarks: collected.remarks,
      started,
      duration,
      server: undefined,
    },
    profile,
  );
  const live = reportLive(result, {
    profile,
    registry: rowsOfClients(registry),
    leftOut: [],
    shard,
  });
  const header = reportHeader('client', registry.contract);
  const whole = {
    ...header,
    ...live,
    target: name,
    requirements: live.requirements.map((row) => ({
      ...row,
      findings: row.findings.map((finding) => {
        const { journey, world } = collected.origin(finding.exchange);
        return { ...finding, file: name, again: again(journey, world) };
      }),
    })),
  };
  return concludeReport(whole, { required, knownFailures });
}

/** The rows that are about clients, and those that the journeys judge besides. */
function rowsOfClients(registry: Registry): Registry {
  const judged = new Set<string>([
    ...JOURNEYS.flatMap((journey) => journey.rows),
    ...RULES.flatMap((rule) => rule.rows),
    ...ROWS_OF_MEMBERS,
  ]);
  return {
    ...registry,
    requirements: registry.requirements.filter(({ id, level }) => level === 'client' || judged.has(id)),
  };
}

/** Numbers the exchanges of all journeys, and enters the claims. */
function collect(outcomes: readonly Outcome[]) {
  const judgement = new Judgement();
  const exchanges: LoggedExchange[] = [];
  const origins: { readonly from: number; readonly journey: string; readonly world: string }[] = [];
  const advice = new Map<string, Set<string>>();
  for (const { journey, results } of outcomes) {
    for (const result of results) {
      const from = exchanges.length;
      const number = (claim: ClientClaim) => from + (claim.at?.exchange.number ?? 0);
      origins.push({ from, journey: journey.name, world: result.world.name });
      judgement.exchanges += result.exchanges.length;
      judgement.events += result.events;
      judgement.bytes += result.exchanges.reduce((sum, { length }) => sum + length, 0);
      // What succeeded in other worlds explains nothing.
      if (result.world === SOUND || broken(result).length > 0)
        for (const exchange of result.exchanges) exchanges.push({ ...exchange, number: exchanges.length });
      for (const claim of result.claims) {
        if (claim.isMet) judgement.exercise(claim.row, journey.name);
        else judgement.report(claim.row, number(claim), detailsOf(claim, result));
      }
      if (result.problem !== undefined)
        judgement.leaveOut(`${journey.name} did not reach its end: ${result.problem}`);
      if (result.world !== SOUND) continue;
      for (const text of result.advice) advice.set(text, (advice.get(text) ?? new Set()).add(journey.name));
    }
  }
  return {
    judgement,
    exchanges,
    remarks: [...advice].map(([text, names]) => `advice: the client ${text} (${[...names].join(', ')})`),
    /** The journey and the world of an exchange. */
    origin: (exchange = 0) =>
      origins.findLast(({ from }) => from <= exchange) ?? { journey: '', world: SOUND.name },
  };
}

function detailsOf({ expected, actual }: ClientClaim, { world }: JourneyResult) {
  const hint =
    world === SOUND ? undefined : `it needs --world ${world.name}; with the plain server all is well`;
  return { expected, actual, ...(hint !== undefined && { hint }) };
}

function settle(outcome: Outcome): SettledOutcome {
  const { journey, results } = outcome;
  const [last] = results.slice(-1);
  const reason = last?.problem ?? last?.unsupported ?? (isShown(results) ? undefined : NOT_SHOWN);
  return {
    check: checkOf(journey),
    status: statusOf(outcome),
    violated: results.flatMap((result) => broken(result).map(({ row }) => row)),
    duration: results.reduce((sum, result) => sum + result.duration, 0),
    left: [],
    ...(reason !== undefined && { reason }),
  };
}

/** @param timeScale that of the run, in whose time `waits` is */
function checkOf(journey: Journey, timeScale = 1): Check {
  const { name, rows, waits = 0 } = journey;
  const wait = (waits * timeScale) / timeScaleIn(journey, timeScale);
  return { id: name, requirements: rows, needs: [], run: unplayed, ...(wait > 0 && { waits: wait }) };
}

/** A journey is no check of a service. */
async function unplayed(): Promise<void> {
  throw new Error('a journey is run with a driver');
}
