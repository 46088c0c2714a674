import type { Plan, PlanStep } from '../../../generated/types.d.ts';

/** Reads the plan that a model wrote. Missing members become empty, since clients may rely on all of them (section 2.6). */
export function readPlan(input: Readonly<Record<string, unknown>>): Plan {
  const steps: unknown[] = Array.isArray(input.steps) ? input.steps : [];
  return {
    title: readText(input.title),
    context: readText(input.context),
    steps: steps.map((step, index) => readStep(step, index)),
    notes: readText(input.notes),
  };
}

function readStep(value: unknown, index: number): PlanStep {
  const { step, action, tool } = (
    typeof value === 'object' && value !== null ? value : { action: value }
  ) as Record<string, unknown>;
  return {
    step: typeof step === 'string' || typeof step === 'number' ? step : index + 1,
    action: readText(action),
    ...(typeof tool === 'string' && { tool }),
  };
}

function readText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}
