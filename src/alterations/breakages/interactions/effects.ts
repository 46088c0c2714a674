import type { StreamEvent } from '../../../../generated/types.d.ts';
import type { HttpRequest } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { Decision } from '../../../reference/interactions/delivery.ts';
import { answerAfter, insteadOf, rewriteDecisions } from '../../decorators/acting.ts';
import type { Wrap } from '../../decorators/asked.ts';
import { refuse } from '../../decorators/refuse.ts';
import { answerInstead, bodyOf, rewriteEvents } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

type Body = ReturnType<typeof bodyOf>;
type PortWrap = NonNullable<Breakage['ports']>;

/** Refuses answers that the sound server takes. */
function refusing(operation: OperationId, isRefused: (body: Body) => boolean): Wrap {
  return answerInstead(operation, (request) => (isRefused(bodyOf(request)) ? refuse(request) : undefined));
}

/** Cancels the turn with an answer to what it asked. */
function cancelling(operation: OperationId, isMeant: (body: Body) => boolean): Wrap {
  return answerAfter(operation, (request, _, exchange) => {
    if (isMeant(bodyOf(request))) exchange(insteadOf(request, 'cancelTurn', {}));
    return undefined;
  });
}

/** Decides alike for every tool. */
function decidingAlike(isApproved: boolean): PortWrap {
  return rewriteDecisions((decision) =>
    decision.kind === 'tool_approval'
      ? { ...decision, approved: new Map([...decision.approved.keys()].map((id) => [id, isApproved])) }
      : decision,
  );
}

/** Does not deliver some decisions, although the client hears that they were accepted. */
function losing(isLost: (decision: Decision) => boolean): PortWrap {
  return rewriteDecisions((decision) => (isLost(decision) ? undefined : decision));
}

const hidingTools = rewriteEvents(() => (event) => [withoutTools(event)]);

function withoutTools(event: StreamEvent) {
  if (!('steps' in event.data)) return event;
  return { ...event, data: { ...event.data, steps: event.data.steps.filter(({ key }) => key !== 'tool') } };
}

/** Once a connection was declined anywhere, none is asked for any more. */
const connectingOnCancel: Wrap = (exchange) => {
  let isConnected = false;
  const noting = answerAfter('cancelAuth', () => {
    isConnected = true;
    return undefined;
  })(exchange);
  return rewriteEvents((request: HttpRequest) => (event) => {
    if (!isConnected || event.type !== 'message.action_required' || event.data.kind !== 'auth_required')
      return [event];
    exchange(insteadOf(request, 'cancelAuth', { action_id: event.data.action_id }));
    return [];
  })(noting);
};

/** What the answers should bring about, and do not. */
export const effectBreakages: readonly Breakage[] = [
  {
    id: 'interactions.approve-tool.approved-runs/unseen',
    requirement: 'interactions.approve-tool.approved-runs',
    port: 'delivery',
    behaviour: 'An approved call is left out, and no step tells of it.',
    ports: decidingAlike(false),
    exchange: hidingTools,
  },
  {
    id: 'interactions.approve-tool.approved-runs/ends',
    requirement: 'interactions.approve-tool.approved-runs',
    port: 'exchange',
    behaviour: 'An approval cancels the turn.',
    exchange: cancelling('approveTool', () => true),
  },
  {
    id: 'interactions.approve-tool.refused-skips/runs',
    requirement: 'interactions.approve-tool.refused-skips',
    port: 'delivery',
    behaviour: 'A refused call is run.',
    ports: decidingAlike(true),
  },
  {
    id: 'interactions.approve-tool.refused-skips/stands-still',
    requirement: 'interactions.approve-tool.refused-skips',
    port: 'delivery',
    behaviour: 'A turn whose call was refused stands still.',
    ports: losing(
      (decision) => decision.kind === 'tool_approval' && [...decision.approved.values()].includes(false),
    ),
  },
  {
    id: 'interactions.approve-tool.approved/false',
    requirement: 'interactions.approve-tool.approved',
    port: 'exchange',
    behaviour: 'A decision that says false is refused.',
    exchange: refusing('approveTool', ({ decisions }) =>
      decisions?.some(({ approved }: Body) => approved === false),
    ),
  },
  ...['interactions.approve-tool.one-decision-each', 'interactions.approve-tool.tool-use-id'].map(
    (requirement): Breakage => ({
      id: `${requirement}/two`,
      requirement,
      port: 'exchange',
      behaviour: 'Two decisions at once are refused.',
      exchange: refusing('approveTool', ({ decisions }) => decisions?.length > 1),
    }),
  ),
  ...['approve', 'reject'].map(
    (action): Breakage => ({
      id: `interactions.respond-plan.action/${action}`,
      requirement: 'interactions.respond-plan.action',
      port: 'exchange',
      behaviour: `A plan cannot be answered by ${action}.`,
      exchange: refusing('respondPlan', (body) => body.action === action),
    }),
  ),
  ...['accept', 'decline', 'cancel'].map(
    (action): Breakage => ({
      id: `interactions.respond-elicitation.action/${action}`,
      requirement: 'interactions.respond-elicitation.action',
      port: 'exchange',
      behaviour: `A question cannot be answered by ${action}.`,
      exchange: refusing('respondElicitation', (body) => body.action === action),
    }),
  ),
  {
    id: 'interactions.respond-elicitation.accept-answers/lost',
    requirement: 'interactions.respond-elicitation.accept-answers',
    port: 'delivery',
    behaviour: 'A question that was answered is told to the connector as declined.',
    ports: rewriteDecisions((decision) =>
      decision.kind === 'elicitation' && decision.action === 'accept'
        ? { ...decision, action: 'decline' }
        : decision,
    ),
  },
  {
    id: 'interactions.respond-elicitation.content',
    requirement: 'interactions.respond-elicitation.content',
    port: 'exchange',
    behaviour: 'Content that satisfies the schema is refused.',
    exchange: refusing(
      'respondElicitation',
      (body) => body.action === 'accept' && body.content !== undefined,
    ),
  },
  {
    id: 'interactions.respond-elicitation.decline-refuses',
    requirement: 'interactions.respond-elicitation.decline-refuses',
    port: 'delivery',
    behaviour: 'A turn whose question was declined stands still.',
    ports: losing((decision) => decision.kind === 'elicitation' && decision.action === 'decline'),
  },
  {
    id: 'interactions.respond-elicitation.cancel-aborts',
    requirement: 'interactions.respond-elicitation.cancel-aborts',
    port: 'exchange',
    behaviour: 'The cancel of a question cancels the turn.',
    exchange: cancelling('respondElicitation', ({ action }) => action === 'cancel'),
  },
  {
    id: 'interactions.respond-elicitation.others-need-none',
    requirement: 'interactions.respond-elicitation.others-need-none',
    port: 'exchange',
    behaviour: 'A decline and a cancel need content.',
    exchange: refusing('respondElicitation', (body) => body.content === undefined),
  },
  {
    id: 'interactions.cancel-auth.unblocks',
    requirement: 'interactions.cancel-auth.unblocks',
    port: 'delivery',
    behaviour: 'A turn whose connection was declined stands still.',
    ports: losing(({ kind }) => kind === 'auth_required'),
  },
  {
    id: 'interactions.cancel-auth.connects-nothing',
    requirement: 'interactions.cancel-auth.connects-nothing',
    port: 'exchange',
    behaviour: 'A declined connection is taken for one that was made.',
    exchange: connectingOnCancel,
  },
  {
    id: 'interactions.cancel-auth.goes-on-without-tool',
    requirement: 'interactions.cancel-auth.goes-on-without-tool',
    port: 'exchange',
    behaviour: 'A declined connection cancels the turn.',
    exchange: cancelling('cancelAuth', () => true),
  },
];
