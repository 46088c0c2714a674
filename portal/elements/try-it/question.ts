import type { Interaction } from './choices.ts';

/** Maximum length of a question shown, in characters. */
const LONGEST = 300;

/** What the turn asks, in a sentence. */
export function questionOf({ kind, payload }: Interaction): string {
  const questions: Readonly<Record<string, () => string>> = {
    tool_approval: () => `The turn wants to run ${namesOf(payload.tools) || 'a tool'}.`,
    plan_approval: () => 'The turn shows its plan and waits for an approval.',
    elicitation: () => String(payload.message ?? 'A connector asks a question.'),
    auth_required: () => 'A tool needs a connector that is not connected.',
  };
  // Without this check, a kind such as `constructor` would find a member that every object has.
  const ask = Object.hasOwn(questions, kind) ? questions[kind] : undefined;
  return (ask?.() ?? `The turn asks: ${kind}`).slice(0, LONGEST);
}

function namesOf(tools: unknown): string {
  return (Array.isArray(tools) ? (tools as readonly { readonly name?: unknown }[]) : [])
    .map((tool) => String(tool?.name ?? 'a tool'))
    .join(' and ');
}
