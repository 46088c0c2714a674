import type { Exchange } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerAfter, succeedAt } from '../../decorators/answer-instead.ts';
import { succeed } from '../../decorators/answers.ts';
import { SEED } from '../../decorators/facts.ts';
import type { Body } from '../../decorators/requests.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';

const CHAT_OPERATIONS = ['getChat', 'updateChat', 'deleteChat', 'listMessages', 'sendMessage'] as const;

/** Resources whose existence a credential must not learn of. */
export const errorNotFoundBreakages: readonly Breakage[] = [
  ...CHAT_OPERATIONS.map((operation) =>
    breakage(
      `errors.not-found.answer/${operation}-forbidden`,
      `${operation} on another credential's chat is forbidden instead of not found.`,
      revealingChats(operation, 403, (body) => ({ ...body, message_code: 'api_v1_forbidden' })),
    ),
  ),
  breakage(
    'errors.not-found.answer/told-apart',
    "The failure for another credential's chat reveals that the chat exists.",
    revealingChats('getChat', 404, (body) => ({ ...body, data: { exists: true } })),
  ),
  breakage(
    'errors.not-found.skill/forbidden',
    "Reading another user's private skill is forbidden instead of not found.",
    rewriteAnswers(
      'getSkill',
      (body, { request }) =>
        request.path.skill_id === String(SEED.foreignSkill)
          ? { ...body, message_code: 'api_v1_forbidden' }
          : body,
      (status, { message_code }) => (message_code === 'api_v1_forbidden' ? 403 : status),
    ),
  ),
  breakage(
    'errors.not-found.skill/told-apart',
    "The failure for another user's private skill reveals that the skill exists.",
    rewriteAnswers('getSkill', (body, { request }) =>
      request.path.skill_id === String(SEED.foreignSkill) ? { ...body, data: { exists: true } } : body,
    ),
  ),
  breakage(
    'errors.not-found.cancel/nothing-to-cancel',
    'A cancellation in a chat that does not exist succeeds, since nothing runs there.',
    succeedAt('cancelTurn', 'not-found', (request) =>
      succeed(request, { chat_id: request.path.chat_id, cancelled: false }),
    ),
  ),
];

/** Changes the not-found failure for chats that another credential owns. */
function revealingChats(operation: OperationId, status: number, change: (body: Body) => Body): Wrap {
  return (exchange) => {
    const known = new Set<string | undefined>();
    const noting: Exchange = async (request) => {
      const answer = await exchange(request);
      if (answer.status === 200) known.add(request.path.chat_id);
      return answer;
    };
    return answerAfter(operation, (request, sound) => {
      if (sound.status !== 404 || 'open' in sound || !known.has(request.path.chat_id)) return undefined;
      return { ...sound, status, body: change(sound.body) };
    })(noting);
  };
}
