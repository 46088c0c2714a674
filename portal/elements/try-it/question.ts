import type { Interaction } from './choices.ts';

/** Characters of a question that are shown. */
const LONGEST = 300;

/** What the turn asks, in a sentence. */
export function questionOf({ kind, payload }: Interaction): string {
  const questions: Readonly<Record<string, () => string>> = {
    tool_approval: () => `The turn wants to run ${namesOf(payload.tools) || 'a tool'}.`,
    plan_approval: () => 'The turn shows its plan and waits for an approval.',
    elicitation: () => String(payload.message ?? 'A connector asks a question.'),
    auth_required: () => 'The turn needs a connection that nobody has made.',
  };
  // A kind such as `constructor` is a member of every object.
  const ask = Object.hasOwn(questions, kind) ? questions[kind] : undefined;
  return (ask?.() ?? `The turn asks: ${kind}`).slice(0, LONGEST);
}

function namesOf(tools: unknown): string {
  return (Array.isArray(tools) ? (tools as readonly { readonly name?: unknown }[]) : [])
    .map((tool) => String(tool?.name ?? 'a tool'))
    .join(' and ');
}
