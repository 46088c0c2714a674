/** The requirement of each kind of interaction about what an accepted answer does. */
export const RESOLVES = {
  // When approve-tool is accepted, its interaction changes from pending to resolved.
  tool_approval: 'interactions.state.approve-tool-resolves',
  // When respond-plan is accepted, its interaction changes from pending to resolved.
  plan_approval: 'interactions.state.respond-plan-resolves',
  // When respond-elicitation is accepted, its interaction changes from pending to resolved.
  elicitation: 'interactions.state.respond-elicitation-resolves',
  // When cancel-auth is accepted, its interaction changes from pending to resolved.
  auth_required: 'interactions.state.cancel-auth-resolves',
} as const;
