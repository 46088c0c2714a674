import { ANSWERS } from '../../../../generated/operation-groups.js';
import { answerAfter, answerInstead } from '../../../../src/alterations/decorators/answer-instead.ts';
import { codeOf, isSuccess, resolved } from '../../../../src/alterations/decorators/answers.ts';
import {
  approvalOf,
  haveSameToken,
  isByOwner,
  ownerOf,
  raisedInChatOf,
  withInteractions,
} from '../../../../src/alterations/decorators/interactions.ts';
import { createRecall } from '../../../../src/alterations/decorators/keys.ts';
import { withClock } from '../../../../src/alterations/decorators/ports.ts';
import {
  actionIdOf,
  askBeside,
  bodyOf,
  insteadOf,
  withBody,
  withTokenOf,
} from '../../../../src/alterations/decorators/requests.ts';
import { noteEvents } from '../../../../src/alterations/decorators/rewrite-events.ts';
import { rewriteRequests } from '../../../../src/alterations/decorators/rewrite-requests.ts';
import { TIMERS } from '../../../../src/reference/timers.ts';
import { defect, type FloorDefect } from './defect.ts';
import { useOf } from './notes.ts';

export const INTERACTION_DEFECTS: readonly FloorDefect[] = [
  defect(
    'interactions.answer.own-turn-only/old-id-answers-the-next-turn',
    'The `action_id` is the opaque value from the `message.action_required` event, valid only for that turn and credential.',
    'An approval of an earlier turn approves what the latest turn of the chat asks.',
    withInteractions((raised) =>
      answerInstead('approveTool', (request, sound) => {
        const latest = raisedInChatOf(request, raised).at(-1);
        if (!latest || !isByOwner(request, raised) || latest.request === ownerOf(request, raised))
          return undefined;
        const approval = insteadOf(request, 'approveTool', approvalOf(latest.event));
        return answerAfter('approveTool', (_, answer) => (isSuccess(answer) ? resolved(request) : undefined))(
          sound,
        )(approval);
      }),
    ),
  ),
  defect(
    'errors.action-not-found.other-credential/through-an-own-chat',
    '404 api_v1_action_not_found: Interaction does not exist, expired, or is not the credential’s',
    'A credential can answer the interactions of others in a chat of its own.',
    withInteractions((raised) =>
      answerInstead(ANSWERS, async (request, sound) => {
        const owner = ownerOf(request, raised);
        if (!owner || haveSameToken(owner, request) || owner.path.chat_id === request.path.chat_id)
          return sound(request);
        const ownChat = await askBeside(sound, request, 'updateChat');
        return isSuccess(ownChat)
          ? sound({ ...request, ...withTokenOf(owner, request), path: owner.path })
          : sound(request);
      }),
    ),
  ),
  defect(
    'stream.action.resolved-separately/one-answer-for-all-tasks',
    'Two agent tasks asking at once produce two events with different `action_id`; each is resolved separately by its own `action_id`',
    'An approval of what one task asks approves what the other tasks of the turn ask.',
    withInteractions((raised) =>
      answerInstead('approveTool', async (request, sound) => {
        const answer = await sound(request);
        const owner = ownerOf(request, raised);
        if (!isSuccess(answer)) return answer;
        for (const other of raisedInChatOf(request, raised))
          if (other.request === owner && other.event.agent && other.event.action_id !== actionIdOf(request))
            await sound(insteadOf(request, 'approveTool', approvalOf(other.event)));
        return answer;
      }),
    ),
  ),
  defect(
    'stream.action.manual-only/auto-after-manual',
    'It appears only with `permission_mode: manual`, except `auth_required`',
    'Once a turn of a chat has asked for an approval, streams in auto ask too.',
    (exchange) => {
      const asked = new Set<string | undefined>();
      const isMisread = new Map<string, boolean>();
      const noting = noteEvents(({ path }) => (event) => {
        if (event.type === 'message.action_required' && event.data.kind === 'tool_approval')
          asked.add(path.chat_id);
      });
      return rewriteRequests('streamMessage', (request) => {
        const use = useOf(request);
        const misread = isMisread.get(use) ?? asked.has(request.path.chat_id);
        isMisread.set(use, misread);
        if (!misread || bodyOf(request)?.permission_mode !== 'auto') return {};
        return withBody(request, (body) => ({ ...body, permission_mode: 'manual' }));
      })(noting(exchange));
    },
  ),
  defect(
    'errors.action-not-found.expired/second-late-answer',
    'later answers return 404 `api_v1_action_not_found`',
    'The second answer to an expired interaction succeeds.',
    withClock((clock) => (exchange) => {
      const raisedAt = new Map<string, number>();
      const isRepeated = createRecall<string>();
      const noting = noteEvents(() => (event) => {
        if (event.type === 'message.action_required') raisedAt.set(event.data.action_id, clock.now());
      });
      return answerAfter(ANSWERS, (request, answer) => {
        const id = actionIdOf(request);
        const isLate = clock.now() - (raisedAt.get(id) ?? clock.now()) >= TIMERS.interaction;
        const isMissing = codeOf(answer) === 'api_v1_action_not_found';
        return isLate && isMissing && isRepeated(id) ? resolved(request) : undefined;
      })(noting(exchange));
    }),
  ),
];
