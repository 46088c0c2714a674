import type { OperationId } from '../../../reference/http/operation.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { approvalsOf, type Raised, raisedInChatOf, withInteractions } from '../../decorators/interactions.ts';
import { type Body, withBody } from '../../decorators/requests.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { instead, not } from '../../decorators/values.ts';
import { heard } from '../kinds/heard.ts';

/** Malformed answers that must be refused. The server completes and accepts them. */
export const malformedBreakages: readonly Breakage[] = [
  breakage(
    'interactions.approve-tool.decisions-required/empty',
    'An answer with an empty list of decisions approves every tool.',
    completing('approveTool', (body, { event }) =>
      body.decisions?.length === 0 ? { ...body, decisions: approvalsOf(event) } : body,
    ),
  ),
  breakage(
    'interactions.approve-tool.tool-use-id/by-position',
    'Decisions apply to the tools in their order, whichever tools they name.',
    completing('approveTool', (body, last) => ({
      ...body,
      decisions: body.decisions?.map((decision: Body, index: number) => ({
        ...decision,
        tool_use_id: toolsOf(last)[index]?.tool_use_id ?? decision.tool_use_id,
      })),
    })),
  ),
  breakage(
    'interactions.approve-tool.one-decision-each/one-for-all',
    'One approval runs all tools that the task of an agent asks for.',
    completing('approveTool', (body, { event }) =>
      event.agent && body.decisions?.some(({ approved }: Body) => approved)
        ? { ...body, decisions: approvalsOf(event) }
        : body,
    ),
  ),
  breakage(
    'interactions.approve-tool.one-decision-each/by-name',
    'The last decision about a tool holds for all its calls in the question.',
    completing('approveTool', (body, last) => {
      const names = new Map(toolsOf(last).map(({ tool_use_id, name }) => [tool_use_id, name]));
      const nameOf = ({ tool_use_id }: Body) => names.get(tool_use_id) ?? tool_use_id;
      const decided = new Map(body.decisions?.map((each: Body) => [nameOf(each), each.approved]));
      return {
        ...body,
        decisions: body.decisions?.map((each: Body) => ({ ...each, approved: decided.get(nameOf(each)) })),
      };
    }),
  ),
  heard('requests.respond-plan.types/other-action', 'respondPlan', {
    action: instead(not('approve', undefined), 'reject'),
  }),
  heard('requests.respond-elicitation.types/other-action', 'respondElicitation', {
    action: instead(not('accept', 'cancel', undefined), 'decline'),
  }),
  heard('interactions.respond-elicitation.accept-needs-content', 'respondElicitation', {
    content: instead(undefined, {}),
  }),
];

/** Completes the body of an answer from the latest interaction in its chat. */
function completing(operation: OperationId, complete: (body: Body, last: Raised) => Body): Wrap {
  return withInteractions((raised) =>
    rewriteRequests(operation, (request) => {
      const last = raisedInChatOf(request, raised).at(-1);
      return last ? withBody(request, (body) => complete(body, last)) : {};
    }),
  );
}

/** The tools that an interaction asks about; empty unless it is a tool approval. */
function toolsOf({ event }: Raised): readonly { readonly tool_use_id: string; readonly name?: unknown }[] {
  return event.kind === 'tool_approval' ? event.payload.tools : [];
}
