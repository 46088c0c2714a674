import { subarray } from 'fast-check';
import { actionOf } from './actions.ts';
import type { Step, StepValue } from './step.ts';
import { NAMES } from './world.ts';

export interface ShrinkOptions {
  /** Runs the steps again. @returns the steps that were taken if they show the same violation, undefined otherwise */
  shows(steps: readonly Step[]): Promise<readonly Step[] | undefined>;
  /** Whether any budget is left. */
  canGoOn(): boolean;
}

/**
 * Finds a shorter and simpler sequence that shows the same violation. Stops when no simpler sequence shows it, or when the budget is spent.
 */
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
  // If the violation does not show again, no shorter sequence can be tested for it.
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

/** Yields sequences with fewer steps, shortest first, then sequences with one simpler step. */
function* simplerThan(steps: readonly Step[]): Generator<readonly Step[]> {
  for (const { value } of subarray([...steps]).shrink([...steps], undefined)) yield value;
  for (const [at, step] of steps.entries())
    for (const plainer of plainerThan(step)) yield steps.with(at, plainer);
}

/** Yields plainer steps instead of the step, then the step with one member set to its simplest value, or with one list item removed. */
function* plainerThan(step: Step): Generator<Step> {
  const { choices = {}, fits, plainer: others } = actionOf(step);
  yield* others?.(step) ?? [];
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

const KINDS = ['chat', 'turn', 'skill'] as const;

/** Names what the steps make in the order of its use, so that a short sequence has no gaps. */
export function renamed(steps: readonly Step[]): readonly Step[] {
  const names = KINDS.map((kind) => {
    const used = [
      ...new Set(steps.flatMap((step) => (step[kind] === undefined ? [] : [String(step[kind])]))),
    ];
    return [kind, new Map(used.map((name, at) => [name, NAMES[kind][at] ?? name]))] as const;
  });
  const change = (step: Step) =>
    names.flatMap(([kind, next]) =>
      step[kind] === undefined ? [] : [[kind, next.get(String(step[kind])) ?? step[kind]]],
    );
  return steps.map((step) => ({ ...step, ...Object.fromEntries(change(step)) }));
}

/** The steps that involve the same chats, turns or skills as the last step. */
function related(steps: readonly Step[]): readonly Step[] {
  const chatOfTurn = new Map(
    steps.flatMap((step) => (step.turn && step.chat ? [[step.turn, step.chat] as const] : [])),
  );
  const namesOf = (step: Step) => {
    const own = KINDS.flatMap((name) => (step[name] === undefined ? [] : [`${name} ${step[name]}`]));
    const chat = step.turn && chatOfTurn.get(step.turn);
    return chat ? [...own, `chat ${chat}`] : own;
  };
  const last = steps.at(-1);
  const wanted = new Set(last ? namesOf(last) : []);
  return steps.filter((step) => step === last || namesOf(step).some((name) => wanted.has(name)));
}
