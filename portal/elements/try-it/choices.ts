/** The parts of an interaction that an answer needs. Everything in it comes from a server and is checked before use. */
export interface Interaction {
  readonly kind: string;
  readonly actionId: string;
  readonly payload: { readonly [member: string]: unknown };
}

/** The label of the answer that takes content. */
export const ACCEPT = 'Answer';

/** An answer to an interaction, as a button. */
export interface Choice {
  readonly label: string;
  readonly body: object;
}

/** The possible answers to an interaction; none if its kind is unknown. */
export function choicesOf({ kind, payload: { tools } }: Interaction): readonly Choice[] {
  const calls = Array.isArray(tools) ? (tools as { tool_use_id?: unknown }[]) : [];
  const decide = (approved: boolean) => ({
    decisions: calls.map((call) => ({ tool_use_id: call?.tool_use_id, approved })),
  });
  const choices: Readonly<Record<string, readonly Choice[]>> = {
    tool_approval: [
      { label: 'Approve', body: decide(true) },
      { label: 'Reject', body: decide(false) },
    ],
    plan_approval: [
      { label: 'Approve', body: { action: 'approve' } },
      { label: 'Reject', body: { action: 'reject' } },
    ],
    elicitation: [
      { label: ACCEPT, body: { action: 'accept' } },
      { label: 'Decline', body: { action: 'decline' } },
    ],
    auth_required: [{ label: 'Go on without it', body: {} }],
  };
  // Without this check, a kind such as `constructor` would find a member that every object has.
  return Object.hasOwn(choices, kind) ? (choices[kind] ?? []) : [];
}
