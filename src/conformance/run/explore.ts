import { ACTIONS, actionOf, SUBJECTS } from '../exploration/actions.ts';
import { drawFrom } from '../exploration/numbers.ts';
import { chooseAtRandom, chooseInOrder, type SequenceCheck, sequenceCheck } from '../exploration/sequence.ts';
import { shrink } from '../exploration/shrink.ts';
import type { Action, Step } from '../exploration/step.ts';
import type { Profile } from '../profile/profile.ts';
import { renderCurl } from '../report/curl.ts';
import type { ExplorationReport, FoundSequence } from '../report/exploration.ts';
import { JoinedRuns } from '../report/joined-runs.ts';
import type { LiveReport } from '../report/model.ts';
import type { SuiteResult } from '../verdict/outcome.ts';
import type { Plan } from './plan-run.ts';
import { TurnBudget } from './turn-budget.ts';

/** What came of one sequence. */
export interface JudgedSequence {
  readonly report: LiveReport;
  /** The redacted result. */
  readonly result: SuiteResult;
}

export interface ExploreOptions {
  readonly profile: Profile;
  readonly seed: number;
  /** How long new sequences begin, in milliseconds of the real clock. What is found is shortened after that too. */
  readonly duration: number;
  /** The actions of which sequences are made. */
  readonly actions?: readonly Action[];
  /** Turns that are sent at most to shorten what was found. */
  readonly shrinkTurns: number;
  /** The turns of the run. */
  readonly turns: TurnBudget;
  /** Sequences that run at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  now(): number;
  /** Judges a sequence. @param kept which exchanges its result keeps: by default only those that findings name */
  judge(plan: Plan, turns: TurnBudget, kept?: 'all'): Promise<JudgedSequence>;
  /** Called with each violation once its sequence is as short as it gets. */
  onFound?(found: FoundSequence): void;
}

/** Steps of a sequence: few show what a state needs, and many bring about states that nobody thought of. */
const LENGTHS = [8, 12, 16, 20];
/** Every so many sequences may wait on purpose, which takes longer than all the others. */
const PATIENT = 7;
/** How often the shortest sequence runs in the end. */
const CONFIRMED = 3;

/**
 * Lets clients take steps at random until the time or the turns are used up, and shortens each sequence that shows a violation. What a sequence
 * violates beside it counts as its consequence and is not shortened by itself.
 */
export async function explore(options: ExploreOptions): Promise<LiveReport> {
  const { profile, seed, duration, actions = ACTIONS, turns, concurrency, signal, now } = options;
  const joined = new JoinedRuns();
  const covered = new Coverage(actions);
  const found: FoundSequence[] = [];
  const explained = new Set<string>();
  const incomplete = new Set<string>();
  const shrinking = new TurnBudget(options.shrinkTurns);
  const begun = now();
  const isOver = () => signal.aborted || now() - begun >= duration || turns.left === 0;
  let first: LiveReport | undefined;
  let number = 0;
  // While a sequence is shortened no other one begins, since it might disturb what is looked for.
  let shortened = Promise.resolve();
  const takeSequences = async () => {
    for (await shortened; !isOver(); await shortened) {
      number += 1;
      const left = duration - (now() - begun);
      const check = randomSequence(seed, number, profile, actions.filter(isInTime(left, profile)));
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

/** Whether an action that waits on purpose is over before the time is. @param left in milliseconds of the real clock */
function isInTime(left: number, { timers }: Profile) {
  return ({ waits = 0 }: Action) => waits === 0 || waits / timers.timeScale < left;
}

function randomSequence(
  seed: number,
  number: number,
  profile: Profile,
  actions: readonly Action[],
): SequenceCheck {
  const length = LENGTHS[number % LENGTHS.length] as number;
  // Seeds that are next to each other must not share their sequences.
  const own = Math.imul(seed + 1, 0x9e3779b1) ^ number;
  const subject = SUBJECTS[number % SUBJECTS.length] ?? ACTIONS;
  const isPatient = number % PATIENT === 0;
  const about = actions.filter(
    (action) => subject.includes(action) && (isPatient || action.waits === undefined),
  );
  return sequenceCheck(`exploration.${number}`, profile, () =>
    chooseAtRandom(drawFrom(own), length, profile, about),
  );
}

function planOf(check: SequenceCheck): Plan {
  return { checks: [check], leftOut: [], unmet: [] };
}

async function shorten(
  requirement: string,
  found: readonly Step[],
  { profile, judge, signal }: ExploreOptions,
  turns: TurnBudget,
): Promise<FoundSequence> {
  let last: JudgedSequence | undefined;
  let times = 0;
  const run = async (steps: readonly Step[]) => {
    const check = sequenceCheck('exploration.shortened', profile, () => chooseInOrder(steps));
    const judged = await judge(planOf(check), turns, 'all');
    if (!violatedIn(judged.report).includes(requirement)) return undefined;
    last = judged;
    return [...check.taken];
  };
  const canGoOn = () => turns.left > 0 && !signal.aborted;
  const steps = await shrink(found, { shows: run, canGoOn });
  let runs = 0;
  const violated = new Set([requirement]);
  for (; runs < CONFIRMED && canGoOn(); runs += 1) {
    if (!(await run(steps))) continue;
    times += 1;
    for (const id of violatedIn((last as JudgedSequence).report)) violated.add(id);
  }
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

/** The requests up to the one that shows the violation. What follows cleans up. */
function curlOf({ report, result }: JudgedSequence, { baseUrl }: Profile): readonly string[] {
  const shown = report.requirements.flatMap(({ findings }) =>
    findings.flatMap(({ exchange }) => exchange ?? []),
  );
  const last = Math.max(...shown);
  return result.exchanges
    .filter(({ number }) => number <= last)
    .map(({ actor, request }) => `# as ${actor}\n${renderCurl(request, baseUrl)}`);
}

/** Counts which actions were taken, and which one right after which. */
class Coverage {
  #sequences = 0;
  readonly #actions = new Map<string, number>();
  readonly #pairs = new Set<string>();
  readonly #of: number;

  constructor(actions: readonly Action[]) {
    this.#of = actions.length ** 2;
  }

  add(taken: readonly Step[]): void {
    this.#sequences += 1;
    for (const [at, { do: name }] of taken.entries()) {
      this.#actions.set(name, (this.#actions.get(name) ?? 0) + 1);
      const before = taken[at - 1];
      if (before) this.#pairs.add(`${before.do} ${name}`);
    }
  }

  report(): Pick<ExplorationReport, 'sequences' | 'actions' | 'pairs'> {
    const actions = Object.fromEntries([...this.#actions].sort());
    return { sequences: this.#sequences, actions, pairs: { seen: this.#pairs.size, of: this.#of } };
  }
}
