import type { ActionRequired } from '../../../../generated/types.d.ts';
import { refusal } from '../../../reference/failures/api-failure.ts';
import { renderFailure } from '../../../reference/failures/render.ts';
import type { HttpRequest } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { type Asked, actionIdOf, knowing } from '../../decorators/asked.ts';
import { answerInstead, bodyOf, rewriteEvents, rewriteRequests, withBody } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

/** The operation that answers each kind of interaction. */
const ANSWERS = {
  tool_approval: 'approveTool',
  plan_approval: 'respondPlan',
  elicitation: 'respondElicitation',
  auth_required: 'cancelAuth',
} as const satisfies Record<ActionRequired['kind'], OperationId>;

/** What the requirements on interactions in a stream forbid, each done. */
export const streamActionBreakages: readonly Breakage[] = [
  {
    id: 'stream.action.emitted',
    requirement: 'stream.action.emitted',
    port: 'exchange',
    behaviour: 'A turn waits for an answer, and does not say so.',
    exchange: rewriteEvents(() => (event) => (event.type === 'message.action_required' ? [] : [event])),
  },
  {
    id: 'stream.action.auth-any-mode',
    requirement: 'stream.action.auth-any-mode',
    port: 'exchange',
    behaviour: 'In auto mode nobody hears that a connector is not connected.',
    exchange: rewriteEvents((request) => {
      const isAuto = bodyOf(request)?.permission_mode === 'auto';
      return (event) => (isAuto && event.type === 'message.action_required' ? [] : [event]);
    }),
  },
  ...Object.entries(ANSWERS).map(
    ([kind, operation]): Breakage => ({
      id: `stream.action.own-endpoint/${kind.replace('_', '-')}`,
      requirement: 'stream.action.own-endpoint',
      port: 'exchange',
      behaviour: `${operation} knows no interaction of the kind ${kind}.`,
      exchange: answerInstead(operation, ({ requestId }) => {
        const failure = refusal('action-not-found');
        return { status: failure.status, body: renderFailure(failure, requestId) };
      }),
    }),
  ),
  {
    id: 'stream.action.resolved-separately',
    requirement: 'stream.action.resolved-separately',
    port: 'exchange',
    behaviour: 'One approval answers for every agent that has asked.',
    exchange: knowing((asked) =>
      answerInstead('approveTool', async (request, sound) => {
        const answer = await sound(request);
        for (const { event } of inChatOf(request, asked)) {
          if (event.action_id !== actionIdOf(request))
            await sound({ ...request, ...withBody(request, () => approvalOf(event)) });
        }
        return answer;
      }),
    ),
  },
  {
    id: 'stream.action.task-id-no-target',
    requirement: 'stream.action.task-id-no-target',
    port: 'exchange',
    behaviour: 'An approval goes to the task that it names, whatever its action_id says.',
    exchange: knowing((asked) =>
      rewriteRequests('approveTool', (request) => {
        const task = bodyOf(request)?.task_id;
        const meant = inChatOf(request, asked).find(({ event }) => event.agent?.task_id === task);
        return task !== undefined && meant ? withBody(request, () => approvalOf(meant.event)) : {};
      }),
    ),
  },
];

function inChatOf({ path }: HttpRequest, asked: ReadonlyMap<string, Asked>): readonly Asked[] {
  return [...asked.values()].filter(({ request }) => request.path.chat_id === path.chat_id);
}

function approvalOf({ kind, action_id, payload }: ActionRequired): object {
  const tools = kind === 'tool_approval' ? payload.tools : [];
  return { action_id, decisions: tools.map(({ tool_use_id }) => ({ tool_use_id, approved: true })) };
}
