import { subarray } from 'fast-check';
import { actionOf } from './actions.ts';
import type { Step, StepValue } from './step.ts';

export interface ShrinkOptions {
  /** Takes the steps anew. @returns the steps that were taken, if they show the same violation; otherwise undefined */
  shows(steps: readonly Step[]): Promise<readonly Step[] | undefined>;
  /** Whether there is still something to spend. */
  canGoOn(): boolean;
}

/** Finds a shorter and plainer sequence that still shows a violation: the best one when nothing simpler shows it, or when the budget is spent. */
export async function shrink(
  found: readonly Step[],
  { shows, canGoOn }: ShrinkOptions,
): Promise<readonly Step[]> {
  const tried = new Set<string>();
  const attempt = async (steps: readonly Step[]): Promise<readonly Step[] | undefined> => {
    const key = JSON.stringify(steps);
    if (steps.length === 0 || tried.has(key) || !canGoOn()) return undefined;
    tried.add(key);
    return shows(steps);
  };
  // What does not show again cannot be told from what shows it.
  if (!(await attempt(found))) return found;
  let best = (await attempt(related(found))) ?? found;
  for (let simpler = await firstOf(simplerThan(best), attempt); simpler; ) {
    best = simpler;
    simpler = await firstOf(simplerThan(best), attempt);
  }
  return best;
}

async function firstOf<Value, Result>(
  values: Iterable<Value>,
  attempt: (value: Value) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  for (const value of values) {
    const result = await attempt(value);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Sequences with fewer steps, the shortest first, and then those with a plainer step. */
function* simplerThan(steps: readonly Step[]): Generator<readonly Step[]> {
  for (const { value } of subarray([...steps]).shrink([...steps], undefined)) yield value;
  for (const [at, step] of steps.entries())
    for (const plainer of plainerThan(step)) yield steps.with(at, plainer);
}

/** The step with one member as plain as it can be, or with one item fewer. */
function* plainerThan(step: Step): Generator<Step> {
  const { choices = {}, fits } = actionOf(step);
  for (const [member, values] of Object.entries(choices))
    for (const value of plainer(step[member] as StepValue, values)) {
      const changed = { ...step, [member]: value };
      if (fits?.(changed) ?? true) yield changed;
    }
}

function* plainer(value: StepValue, [plainest]: readonly StepValue[]): Generator<StepValue> {
  if (typeof value === 'object') for (const [at] of value.entries()) yield value.toSpliced(at, 1);
  else if (plainest !== undefined && plainest !== value) yield plainest;
}

const NAMES = ['chat', 'turn', 'skill'] as const;

/** The steps that are about the same chats, turns and skills as the last one. */
function related(steps: readonly Step[]): readonly Step[] {
  const chatOfTurn = new Map(
    steps.flatMap((step) => (step.turn && step.chat ? [[step.turn, step.chat] as const] : [])),
  );
  const namesOf = (step: Step) => {
    const own = NAMES.flatMap((name) => (step[name] === undefined ? [] : [`${name} ${step[name]}`]));
    const chat = step.turn && chatOfTurn.get(step.turn);
    return chat ? [...own, `chat ${chat}`] : own;
  };
  const last = steps.at(-1);
  const wanted = new Set(last ? namesOf(last) : []);
  return steps.filter((step) => step === last || namesOf(step).some((name) => wanted.has(name)));
}
