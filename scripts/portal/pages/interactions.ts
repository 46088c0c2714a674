/** The operation that answers each kind of interaction, and the type of the event's data. */
export const ANSWERED_WITH: Readonly<Record<string, { readonly operation: string; readonly type: string }>> =
  {
    tool_approval: { operation: 'approveTool', type: 'ToolApprovalRequired' },
    plan_approval: { operation: 'respondPlan', type: 'PlanApprovalRequired' },
    elicitation: { operation: 'respondElicitation', type: 'ElicitationRequired' },
    auth_required: { operation: 'cancelAuth', type: 'AuthRequired' },
  };

/** The kinds of interaction that an operation answers. */
export function kindsOf(operation: string): readonly string[] {
  return Object.entries(ANSWERED_WITH)
    .filter(([, answer]) => answer.operation === operation)
    .map(([kind]) => kind);
}
