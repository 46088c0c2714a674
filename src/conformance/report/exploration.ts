/** What an exploration did and found. A member of the report of `check URL --explore`. */
export interface ExplorationReport {
  /** With the same seed, exploring the same service takes the same steps. */
  readonly seed: number;
  readonly sequences: number;
  /** How many times each action was taken. */
  readonly actions: Readonly<Record<string, number>>;
  /** How many pairs of consecutive actions were taken, out of all possible pairs. */
  readonly pairs: { readonly seen: number; readonly of: number };
  /** The steps that could not be taken: the reasons, and for each the actions of these steps. Other steps of an action may have been taken. */
  readonly untaken: readonly { readonly why: string; readonly actions: readonly string[] }[];
  readonly found: readonly FoundSequence[];
}

/** The shortest sequence of steps that showed a violation. */
export interface FoundSequence {
  /** The requirements that it violates. The first one is the one for which it was shortened. */
  readonly requirements: readonly string[];
  /** The steps as data, for `--replay`. */
  readonly steps: readonly Readonly<Record<string, unknown>>[];
  /** The steps in words. */
  readonly words: readonly string[];
  /** In how many of the final runs of these steps the violation showed. */
  readonly shown: { readonly times: number; readonly of: number };
  /** The requests of one run, as curl commands. */
  readonly curl: readonly string[];
}

/** Says how much was explored, or returns undefined if the run explored nothing. */
export function describeExploration({
  exploration,
}: {
  readonly exploration?: ExplorationReport;
}): string | undefined {
  if (!exploration) return undefined;
  const { seed, sequences, actions, pairs } = exploration;
  const steps = Object.values(actions).reduce((sum, times) => sum + times, 0);
  return `explored with --seed ${seed}: ${sequences} sequences of ${steps} steps, and ${pairs.seen} of ${pairs.of} pairs of actions one right after the other`;
}

/** What a sequence is for people: one that no repetition showed was found by chance, and may be far from the shortest. */
export function kindOfFound({ shown }: FoundSequence): string {
  return shown.of > 0 && shown.times === 0 ? 'Chance finding' : 'Shortest sequence';
}

/** Says in how many runs the shortest sequence showed its violation, and how many steps it has. */
export function describeFound({ requirements, words, shown }: FoundSequence): string {
  const [first, ...others] = requirements;
  const beside = others.length > 0 ? ` and ${others.length} more` : '';
  const steps = `${words.length} ${words.length === 1 ? 'step' : 'steps'}`;
  return `${first}${beside}, in ${steps}, shown ${shown.times} of ${shown.of} times`;
}
