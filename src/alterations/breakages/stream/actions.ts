import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { fail } from '../../decorators/answers.ts';
import { approvalOf, raisedInChatOf, withInteractions } from '../../decorators/interactions.ts';
import { ANSWERED_BY } from '../../decorators/operations.ts';
import { actionIdOf, bodyOf, withBody } from '../../decorators/requests.ts';
import { rewriteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { sent } from '../kinds/shown.ts';

/** Interactions in a stream. */
export const streamActionBreakages: readonly Breakage[] = [
  sent('stream.action.emitted', 'message.action_required', 0),
  breakage(
    'stream.action.manual-only/after-manual',
    'Once a chat had a turn in manual mode, its turns in auto mode ask too.',
    keepingMode('manual'),
  ),
  breakage(
    'stream.action.emitted/after-auto',
    'Once a chat had a turn in auto mode, its turns in manual mode ask no more.',
    keepingMode('auto'),
  ),
  breakage(
    'stream.action.auth-any-mode',
    'In auto mode, no event says that a connector is not connected.',
    rewriteEvents((request) => {
      const isAuto = bodyOf(request)?.permission_mode === 'auto';
      return (event) => (isAuto && event.type === 'message.action_required' ? [] : [event]);
    }),
  ),
  ...Object.entries(ANSWERED_BY).map(([kind, operation]) =>
    breakage(
      `stream.action.own-endpoint/${kind.replace('_', '-')}`,
      `${operation} finds no interaction of the kind ${kind}.`,
      answerInstead(operation, (request) => fail(request, 'action-not-found')),
    ),
  ),
  breakage(
    'stream.action.resolved-separately',
    'One approval resolves the interactions of all agents in the chat.',
    withInteractions((raised) =>
      answerInstead('approveTool', async (request, sound) => {
        const answer = await sound(request);
        for (const { event } of raisedInChatOf(request, raised)) {
          if (event.action_id !== actionIdOf(request))
            await sound({ ...request, ...withBody(request, () => approvalOf(event)) });
        }
        return answer;
      }),
    ),
  ),
  breakage(
    'stream.action.task-id-no-target',
    'An approval resolves the interaction of the task_id that it names, whatever its action_id.',
    withInteractions((raised) =>
      rewriteRequests('approveTool', (request) => {
        const task = bodyOf(request)?.task_id;
        const named = raisedInChatOf(request, raised).find(({ event }) => event.agent?.task_id === task);
        return task !== undefined && named ? withBody(request, () => approvalOf(named.event)) : {};
      }),
    ),
  ),
];

/** Once a chat had a turn in this mode, runs all its streamed turns in the same mode. */
function keepingMode(mode: 'manual' | 'auto'): Wrap {
  return (exchange) => {
    const chats = new Set<string | undefined>();
    return rewriteRequests('streamMessage', (request) => {
      const { chat_id: chat } = request.path;
      if ((bodyOf(request)?.permission_mode ?? 'manual') === mode) chats.add(chat);
      return chats.has(chat) ? withBody(request, (body) => ({ ...body, permission_mode: mode })) : {};
    })(exchange);
  };
}
