import type { Exchange } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { Decision } from '../../../reference/interactions/delivery.ts';
import { type Breakage, breakage, type PortChange, type Wrap } from '../../alteration.ts';
import { answerAfter, refusing } from '../../decorators/answer-instead.ts';
import { isSuccess, refuse } from '../../decorators/answers.ts';
import { inDecisions } from '../../decorators/ports.ts';
import { type Body, bodyOf, insteadOf } from '../../decorators/requests.ts';
import { rewriteEvents } from '../../decorators/rewrite-events.ts';
import { instead, longerThan, present } from '../../decorators/values.ts';
import { heard, refused } from '../kinds/heard.ts';

/** Answers without the effect that they must have. */
export const effectBreakages: readonly Breakage[] = [
  breakage(
    'interactions.approve-tool.approved-runs/unseen',
    'An approved call is skipped, and no step shows it.',
    {
      ...decidingAlways(false),
      exchange: rewriteEvents(() => (event) => [
        'steps' in event.data
          ? { ...event, data: { ...event.data, steps: event.data.steps.filter(({ key }) => key !== 'tool') } }
          : event,
      ]),
    },
  ),
  breakage(
    'interactions.approve-tool.approved-runs/ends',
    'An approval cancels the turn.',
    cancelling('approveTool', () => true),
  ),
  breakage('interactions.approve-tool.refused-skips/runs', 'A refused call runs.', decidingAlways(true)),
  breakage(
    'interactions.approve-tool.refused-skips/stands-still',
    'A turn whose call was refused does not continue.',
    losing(
      (decision) => decision.kind === 'tool_approval' && [...decision.approved.values()].includes(false),
    ),
  ),
  breakage(
    'interactions.approve-tool.approved/false',
    'A decision whose approved is false is refused.',
    refusing('approveTool', ({ decisions }) => decisions?.some(({ approved }: Body) => approved === false)),
  ),
  ...(['interactions.approve-tool.one-decision-each', 'interactions.approve-tool.tool-use-id'] as const).map(
    (requirement) => refused(`${requirement}/two`, 'approveTool', { decisions: longerThan(1) }),
  ),
  heard('interactions.respond-elicitation.cancel-aborts/declines', 'respondElicitation', {
    action: instead('cancel', 'decline'),
  }),
  ...['approve', 'reject'].map((action) =>
    refused(`interactions.respond-plan.action/${action}`, 'respondPlan', { action }),
  ),
  ...['accept', 'decline', 'cancel'].map((action) =>
    refused(`interactions.respond-elicitation.action/${action}`, 'respondElicitation', { action }),
  ),
  breakage(
    'interactions.respond-elicitation.accept-answers/lost',
    'The connector receives an accepted elicitation as declined.',
    inDecisions((decision) =>
      decision.kind === 'elicitation' && decision.action === 'accept'
        ? { ...decision, action: 'decline' }
        : decision,
    ),
  ),
  refused('interactions.respond-elicitation.content', 'respondElicitation', {
    action: 'accept',
    content: present,
  }),
  breakage(
    'interactions.respond-elicitation.content/empty',
    'The service takes a form without a value, which requires none, and tells the client that it has refused it.',
    answerAfter('respondElicitation', (request, answer) => {
      const { action, content = { value: null } } = bodyOf(request);
      const isEmpty = action === 'accept' && Object.keys(content).length === 0;
      return isEmpty && isSuccess(answer) ? refuse(request) : undefined;
    }),
  ),
  breakage(
    'interactions.respond-elicitation.decline-refuses',
    'A turn whose elicitation was declined does not continue.',
    losing((decision) => decision.kind === 'elicitation' && decision.action === 'decline'),
  ),
  breakage(
    'interactions.respond-elicitation.cancel-aborts',
    'The action cancel for an elicitation cancels the turn.',
    cancelling('respondElicitation', ({ action }) => action === 'cancel'),
  ),
  refused('interactions.respond-elicitation.others-need-none', 'respondElicitation', { content: undefined }),
  breakage(
    'interactions.cancel-auth.unblocks',
    'A turn whose connection was declined does not continue.',
    losing(({ kind }) => kind === 'auth_required'),
  ),
  breakage(
    'interactions.cancel-auth.connects-nothing',
    'After a connection was declined, the server behaves as if it were made.',
    connectingOnCancel,
  ),
  breakage(
    'interactions.cancel-auth.goes-on-without-tool',
    'Declining a connection cancels the turn.',
    cancelling('cancelAuth', () => true),
  ),
];

/** Cancels the turn after it receives an answer. */
function cancelling(operation: OperationId, isMeant: (body: Body) => boolean): Wrap {
  return answerAfter(operation, (request, _, exchange) => {
    if (isMeant(bodyOf(request))) exchange(insteadOf(request, 'cancelTurn', {}));
    return undefined;
  });
}

/** Makes the same decision for every tool. */
function decidingAlways(isApproved: boolean): PortChange {
  return inDecisions((decision) =>
    decision.kind === 'tool_approval'
      ? { ...decision, approved: new Map([...decision.approved.keys()].map((id) => [id, isApproved])) }
      : decision,
  );
}

/** Loses some decisions, although their answers succeed. */
function losing(isLost: (decision: Decision) => boolean): PortChange {
  return inDecisions((decision) => (isLost(decision) ? undefined : decision));
}

/** Once a client has declined a connection, declines all further connection requests without showing them. */
function connectingOnCancel(exchange: Exchange): Exchange {
  let isConnected = false;
  const noting = answerAfter('cancelAuth', () => {
    isConnected = true;
    return undefined;
  })(exchange);
  return rewriteEvents((request) => (event) => {
    if (!isConnected || event.type !== 'message.action_required' || event.data.kind !== 'auth_required')
      return [event];
    exchange(insteadOf(request, 'cancelAuth', { action_id: event.data.action_id }));
    return [];
  })(noting);
}
