import type { HttpRequest } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { ANSWERS } from '../../decorators/acting.ts';
import { type Asked, knowing, lastIn, type Wrap } from '../../decorators/asked.ts';
import { rewriteRequests, withBody } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

type Body = Parameters<Parameters<typeof withBody>[1]>[0];

const NAMES: Readonly<Record<(typeof ANSWERS)[number], string>> = {
  approveTool: 'approve-tool',
  respondPlan: 'respond-plan',
  respondElicitation: 'respond-elicitation',
  cancelAuth: 'cancel-auth',
};

/** Puts right what a body lacks, by what the turn of its chat has asked last. */
function mending(operation: OperationId, mend: (body: Body, last: Asked) => Body): Wrap {
  return knowing((asked) =>
    rewriteRequests(operation, (request: HttpRequest) => {
      const last = lastIn(asked, request);
      return last ? withBody(request, (body) => mend(body, last)) : {};
    }),
  );
}

/** The tools that were asked about; none where something else was asked. */
function toolsIn({ event }: Asked): readonly { readonly tool_use_id: string }[] {
  return event.kind === 'tool_approval' ? event.payload.tools : [];
}

/** Bodies that should be refused, and are understood somehow. */
export const malformedBreakages: readonly Breakage[] = [
  ...ANSWERS.map(
    (operation): Breakage => ({
      id: `interactions.${NAMES[operation]}.action-id-required`,
      requirement: `interactions.${NAMES[operation]}.action-id-required`,
      port: 'exchange',
      behaviour: `Without action_id, ${NAMES[operation]} answers what the chat's turn has asked last.`,
      exchange: mending(operation, (body, { event }) => ({ action_id: event.action_id, ...body })),
    }),
  ),
  {
    id: 'interactions.approve-tool.decisions-required/absent',
    requirement: 'interactions.approve-tool.decisions-required',
    port: 'exchange',
    behaviour: 'Without decisions, every tool is approved.',
    exchange: mending('approveTool', (body, last) => ({ decisions: allApproved(last), ...body })),
  },
  {
    id: 'interactions.approve-tool.decisions-required/empty',
    requirement: 'interactions.approve-tool.decisions-required',
    port: 'exchange',
    behaviour: 'With no decision in the array, every tool is approved.',
    exchange: mending('approveTool', (body, last) =>
      body.decisions?.length === 0 ? { ...body, decisions: allApproved(last) } : body,
    ),
  },
  {
    id: 'interactions.approve-tool.tool-use-id',
    requirement: 'interactions.approve-tool.tool-use-id',
    port: 'exchange',
    behaviour: 'A decision without tool_use_id is about the tool at its place.',
    exchange: mending('approveTool', (body, last) => ({
      ...body,
      decisions: body.decisions?.map((decision: Body, index: number) => ({
        tool_use_id: toolsIn(last)[index]?.tool_use_id,
        ...decision,
      })),
    })),
  },
  {
    id: 'interactions.approve-tool.approved',
    requirement: 'interactions.approve-tool.approved',
    port: 'exchange',
    behaviour: 'A decision without approved approves.',
    exchange: mending('approveTool', (body) => ({
      ...body,
      decisions: body.decisions?.map((decision: Body) => ({ approved: true, ...decision })),
    })),
  },
  {
    id: 'interactions.respond-plan.action/absent',
    requirement: 'interactions.respond-plan.action',
    port: 'exchange',
    behaviour: 'A plan is approved by an answer without action.',
    exchange: mending('respondPlan', (body) => ({ action: 'approve', ...body })),
  },
  {
    id: 'interactions.respond-plan.action/other',
    requirement: 'interactions.respond-plan.action',
    port: 'exchange',
    behaviour: 'A plan is rejected by whatever is no approval.',
    exchange: mending('respondPlan', (body) => ({
      ...body,
      action: body.action && body.action !== 'approve' ? 'reject' : body.action,
    })),
  },
  {
    id: 'interactions.respond-elicitation.action/absent',
    requirement: 'interactions.respond-elicitation.action',
    port: 'exchange',
    behaviour: 'A question is answered by content without action.',
    exchange: mending('respondElicitation', (body) => ({ action: 'accept', ...body })),
  },
  {
    id: 'interactions.respond-elicitation.accept-needs-content',
    requirement: 'interactions.respond-elicitation.accept-needs-content',
    port: 'exchange',
    behaviour: 'An accept without content hands an empty form to the connector.',
    exchange: mending('respondElicitation', (body) => ({ content: {}, ...body })),
  },
];

function allApproved(last: Asked) {
  return toolsIn(last).map(({ tool_use_id }) => ({ tool_use_id, approved: true }));
}
