import type { Plan, PlanStep } from '../../../generated/types.d.ts';
import { isObject } from '../../rig/script/json.ts';

/**
 * Reads the plan that a model wrote. Missing members become empty, since clients may rely on all of them (section 2.6). A member of
 * another type is shown as JSON, since the person approves what the model wrote.
 */
export function readPlan(input: Readonly<Record<string, unknown>>): Plan {
  const steps: unknown[] = [input.steps ?? []].flat();
  return {
    title: readText(input.title),
    context: readText(input.context),
    steps: steps.map((step, index) => readStep(step, index)),
    notes: readText(input.notes),
  };
}

function readStep(value: unknown, index: number): PlanStep {
  const { step, action, tool } = isObject(value) ? value : { action: value };
  return {
    step: typeof step === 'number' ? step : readText(step) || index + 1,
    action: readText(action),
    ...(tool !== undefined && tool !== null && { tool: readText(tool) }),
  };
}

function readText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}
