import { ACTIONS, actionOf, kindsOf, SUBJECTS, whyNot } from '../exploration/actions.ts';
import { drawFrom } from '../exploration/numbers.ts';
import {
  chooseAtRandom,
  chooseInOrder,
  type RandomOptions,
  type SequenceCheck,
  sequenceCheck,
} from '../exploration/sequence.ts';
import { renamed, shrink } from '../exploration/shrink.ts';
import type { Action, Step } from '../exploration/step.ts';
import { World } from '../exploration/world.ts';
import type { Profile } from '../profile/profile.ts';
import { renderCurl } from '../report/curl.ts';
import type { ExplorationReport, FoundSequence } from '../report/exploration.ts';
import { JoinedRuns } from '../report/joined-runs.ts';
import type { LiveReport } from '../report/model.ts';
import type { SuiteResult } from '../verdict/outcome.ts';
import type { Plan } from './plan-run.ts';
import { TurnBudget } from './turn-budget.ts';

/** The outcome of one sequence. */
export interface JudgedSequence {
  readonly report: LiveReport;
  /** The redacted result. */
  readonly result: SuiteResult;
}

/** How far a sequence is shortened. */
export interface Shortening {
  readonly requirement: string;
  /** The length of the shortest sequence so far. */
  readonly steps: number;
  /** How many turns may still be sent to shorten sequences. */
  readonly turnsLeft: number;
}

export interface ExploreOptions {
  readonly profile: Profile;
  readonly seed: number;
  /** For how long new sequences start, in milliseconds of the real clock. Shortening what was found may take longer. */
  readonly duration: number;
  /** The actions that sequences use. */
  readonly actions?: readonly Action[];
  /** The most turns that may be sent to shorten sequences. */
  readonly shrinkTurns: number;
  /** The turn budget of the run. */
  readonly turns: TurnBudget;
  /** Sequences that run in parallel. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  now(): number;
  /** Judges a sequence. @param kept which exchanges its result keeps: by default only those that findings name */
  judge(plan: Plan, turns: TurnBudget, kept?: 'all'): Promise<JudgedSequence>;
  /** Called before each attempt to shorten a sequence, and with undefined when the sequence is as short as possible. */
  onShorten?: ((now: Shortening | undefined) => void) | undefined;
  /** Called for each violation, once its sequence is as short as possible. */
  onFound?(found: FoundSequence): void;
}

/** The lengths of sequences. Short ones show what a state needs; long ones reach states that nobody thought of. */
const LENGTHS = [8, 12, 16, 20];
/** One in this many sequences may wait on purpose, which takes longer than all the others together. */
const PATIENT = 7;
/** How often the shortest sequence is repeated at the end. */
const CONFIRMED = 3;

/**
 * Takes random steps until the time or the turns are used up, and shortens each sequence that shows a violation. Other violations that the
 * shortened sequence also shows count as consequences and are not shortened separately.
 */
export async function explore(options: ExploreOptions): Promise<LiveReport> {
  const { profile, seed, duration, actions = ACTIONS, turns, concurrency, signal, now } = options;
  const joined = new JoinedRuns();
  const covered = new Coverage(actions, duration, profile);
  const found: FoundSequence[] = [];
  const explained = new Set<string>();
  const incomplete = new Set<string>();
  const shrinking = new TurnBudget(options.shrinkTurns);
  const begun = now();
  const isOver = () => signal.aborted || now() - begun >= duration || turns.left === 0;
  let first: LiveReport | undefined;
  let number = 0;
  // No sequence starts while another is being shortened, because it might interfere.
  let shortened = Promise.resolve();
  const takeSequences = async () => {
    for (await shortened; !isOver(); await shortened) {
      number += 1;
      const left = duration - (now() - begun);
      const check = randomSequence(seed, number, profile, {
        actions: actions.filter(isInTime(left, profile)),
        onUntaken: (step, why) => covered.miss(step, why),
      });
      const { report } = await options.judge(planOf(check), turns);
      first ??= report;
      joined.add({ ...report, checks: [] });
      for (const reason of report.incomplete) if (!reason.includes(turns.reason)) incomplete.add(reason);
      const steps = [...check.taken];
      covered.add(steps);
      for (const requirement of violatedIn(report)) {
        if (explained.has(requirement)) continue;
        explained.add(requirement);
        shortened = shortened.then(async () => {
          const sequence = await shorten(requirement, steps, options, shrinking);
          found.push(sequence);
          options.onFound?.(sequence);
          for (const id of sequence.requirements) explained.add(id);
        });
        await shortened;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, takeSequences));
  const exploration = { seed, ...covered.report(), found };
  return {
    timeScale: profile.timers.timeScale,
    ...first,
    ...joined.finish([...incomplete]),
    duration: Math.round(now() - begun),
    exploration,
  };
}

/** Whether an action that waits on purpose can finish in time. @param left in milliseconds of the real clock */
function isInTime(left: number, { timers }: Profile) {
  return ({ waits = 0 }: Action) => waits === 0 || waits / timers.timeScale < left;
}

function randomSequence(
  seed: number,
  number: number,
  profile: Profile,
  options: RandomOptions & { readonly actions: readonly Action[] },
): SequenceCheck {
  const length = LENGTHS[number % LENGTHS.length] as number;
  // Neighbouring seeds must not share sequences.
  const own = Math.imul(seed + 1, 0x9e3779b1) ^ number;
  const subject = SUBJECTS[number % SUBJECTS.length] ?? ACTIONS;
  const isPatient = number % PATIENT === 0;
  const about = options.actions.filter(
    (action) => subject.includes(action) && (isPatient || action.waits === undefined),
  );
  return sequenceCheck(`exploration.${number}`, profile, () =>
    chooseAtRandom(drawFrom(own), length, profile, { ...options, actions: about }),
  );
}

function planOf(check: SequenceCheck): Plan {
  return { checks: [check], leftOut: [], unmet: [] };
}

async function shorten(
  requirement: string,
  found: readonly Step[],
  { profile, judge, signal, onShorten }: ExploreOptions,
  turns: TurnBudget,
): Promise<FoundSequence> {
  let last: JudgedSequence | undefined;
  let times = 0;
  let shortest = found.length;
  const run = async (steps: readonly Step[]) => {
    onShorten?.({ requirement, steps: shortest, turnsLeft: turns.left });
    const check = sequenceCheck('exploration.shortened', profile, () => chooseInOrder(steps));
    const judged = await judge(planOf(check), turns, 'all');
    if (!violatedIn(judged.report).includes(requirement)) return undefined;
    last = judged;
    shortest = check.taken.length;
    return [...check.taken];
  };
  const canGoOn = () => turns.left > 0 && !signal.aborted;
  const steps = renamed(await shrink(found, { shows: run, canGoOn }));
  let runs = 0;
  const violated = new Set([requirement]);
  for (; runs < CONFIRMED && canGoOn(); runs += 1) {
    if (!(await run(steps))) continue;
    times += 1;
    for (const id of violatedIn((last as JudgedSequence).report)) violated.add(id);
  }
  onShorten?.(undefined);
  return {
    requirements: [...violated],
    steps,
    words: steps.map((step) => actionOf(step).describe(step)),
    shown: { times, of: runs },
    curl: last ? curlOf(last, profile) : [],
  };
}

function violatedIn({ requirements }: LiveReport): string[] {
  return requirements.flatMap(({ id, status }) => (status === 'failed' ? [id] : []));
}

/** The requests up to the one that shows the violation. Later requests only clean up. */
function curlOf({ report, result }: JudgedSequence, { baseUrl }: Profile): readonly string[] {
  const shown = report.requirements.flatMap(({ findings }) =>
    findings.flatMap(({ exchange }) => exchange ?? []),
  );
  const last = Math.max(...shown);
  return result.exchanges
    .filter(({ number }) => number <= last)
    .map(({ actor, request }) => `# as ${actor}\n${renderCurl(request, baseUrl)}`);
}

/** Counts the actions that were taken, and the pairs of consecutive actions, and collects why other steps were not. */
class Coverage {
  #sequences = 0;
  readonly #all: readonly Action[];
  readonly #taken = new Map<string, number>();
  readonly #pairs = new Set<string>();
  /** For each reason, the actions of the steps that could not be taken. */
  readonly #untaken = new Map<string, Set<string>>();

  constructor(actions: readonly Action[], duration: number, profile: Profile) {
    this.#all = actions;
    const world = new World(profile);
    const isPossible = isInTime(duration, profile);
    for (const action of actions) {
      if (!isPossible(action)) this.miss({ do: action.name }, NO_TIME);
      for (const step of kindsOf(action)) {
        const why = whyNot(step, world, profile);
        if (why !== undefined) this.miss(step, why);
      }
    }
  }

  miss({ do: name }: Step, why: string): void {
    this.#untaken.set(why, (this.#untaken.get(why) ?? new Set()).add(name));
  }

  add(taken: readonly Step[]): void {
    this.#sequences += 1;
    for (const [at, { do: name }] of taken.entries()) {
      this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
      const before = taken[at - 1];
      if (before) this.#pairs.add(`${before.do} ${name}`);
    }
  }

  report(): Omit<ExplorationReport, 'seed' | 'found'> {
    const isMissed = (name: string) => [...this.#untaken.values()].some((names) => names.has(name));
    for (const { name } of this.#all)
      if (!this.#taken.has(name) && !isMissed(name)) this.miss({ do: name }, NO_STATE);
    return {
      sequences: this.#sequences,
      actions: Object.fromEntries([...this.#taken].sort()),
      pairs: { seen: this.#pairs.size, of: this.#all.length ** 2 },
      untaken: [...this.#untaken]
        .map(([why, names]) => ({ why, actions: [...names].sort() }))
        .sort((one, other) => other.actions.length - one.actions.length || (one.why < other.why ? -1 : 1)),
    };
  }
}

const NO_TIME = 'needs more time than the exploration has';
/** Why an action was never taken that the profile and the time allow. */
const NO_STATE = 'no sequence came to a state in which it is possible';
