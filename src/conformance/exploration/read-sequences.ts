import { isObject } from '../judge/json.ts';
import { ACTIONS } from './actions.ts';
import type { Action, Step, StepValue } from './step.ts';

/** Thrown when a file contains no valid sequence of steps. */
export class SequenceError extends Error {
  readonly code = 'invalid-sequence';
}

const MOST_SEQUENCES = 100;
const MOST_STEPS = 1000;

/**
 * Reads the sequences in a file: either the ones in an exploration report, or a single `steps` list.
 *
 * @param name path of the file, for messages
 * @throws SequenceError when the file has no sequence, or when a step is invalid
 */
export function readSequences(text: string, name: string): readonly (readonly Step[])[] {
  const lists = listsIn(parse(text, name));
  if (lists.length === 0 || lists.length > MOST_SEQUENCES)
    throw new SequenceError(
      `${name} has no sequence of steps; name a report of check --explore that found something, or a file with "steps"`,
    );
  return lists.map((steps) => readSteps(steps, name));
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SequenceError(`${name} is not JSON; name a report of check --explore with --reporter json`);
  }
}

function listsIn(file: unknown): readonly unknown[] {
  if (!isObject(file)) return [];
  if (Array.isArray(file.steps)) return [file.steps];
  const found = isObject(file.exploration) ? file.exploration.found : undefined;
  return Array.isArray(found)
    ? found.map((sequence) => (isObject(sequence) ? sequence.steps : undefined))
    : [];
}

function readSteps(steps: unknown, name: string): readonly Step[] {
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > MOST_STEPS)
    throw new SequenceError(`${name} needs "steps", a list of 1 to ${MOST_STEPS} steps`);
  return steps.map((step, at) => readStep(step, `step ${at + 1} of ${name}`));
}

function readStep(step: unknown, place: string): Step {
  const action = isObject(step) ? ACTIONS.find(({ name }) => name === step.do) : undefined;
  if (!action || !isObject(step))
    throw new SequenceError(`${place} needs a "do" out of ${ACTIONS.map(({ name }) => name).join(', ')}`);
  const { choices = {} } = action;
  for (const [member, values] of Object.entries(choices)) {
    if (isChoice(step[member], values)) continue;
    throw new SequenceError(`${place} needs a "${member}" out of ${describe(values)}`);
  }
  const names = Object.fromEntries(Object.entries(step).filter(([, value]) => isName(value)));
  const chosen = Object.fromEntries(Object.keys(choices).map((member) => [member, step[member]]));
  return { ...names, ...chosen } as Step;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 40;
}

/** Whether an action accepts a value. A list may combine any items from the lists that the action knows. */
function isChoice(value: unknown, values: Required<Action>['choices'][string]): value is StepValue {
  if (!Array.isArray(value)) return values.some((known) => known === value);
  const items = new Set(values.flatMap((known) => (typeof known === 'object' ? known : [])));
  return value.length <= 10 && value.every((item) => items.has(item));
}

function describe(values: readonly StepValue[]): string {
  return [...new Set(values.flat())].join(', ');
}
