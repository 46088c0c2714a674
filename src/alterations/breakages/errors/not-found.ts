import type { Exchange } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { answerInstead, rewriteAnswers } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const CHAT_OPERATIONS = ['getChat', 'updateChat', 'deleteChat', 'listMessages', 'sendMessage'] as const;

/** A skill of the default seed that is private to somebody else. */
const FOREIGN_SKILL = '35';

/** What is not there, told as if it were; and what exists for others, told apart from what does not exist. */
export const errorNotFoundBreakages: readonly Breakage[] = [
  ...CHAT_OPERATIONS.map(
    (operation): Breakage => ({
      id: `errors.not-found.answer/${operation}-forbidden`,
      requirement: 'errors.not-found.answer',
      port: 'exchange',
      behaviour: `${operation} of another credential's chat is forbidden, and not missing.`,
      exchange: knowingChats(operation, 403, (body) => ({ ...body, message_code: 'api_v1_forbidden' })),
    }),
  ),
  {
    id: 'errors.not-found.answer/told-apart',
    requirement: 'errors.not-found.answer',
    port: 'exchange',
    behaviour: "The answer for another credential's chat says that there is one.",
    exchange: knowingChats('getChat', 404, (body) => ({ ...body, data: { exists: true } })),
  },
  {
    id: 'errors.not-found.skill/forbidden',
    requirement: 'errors.not-found.skill',
    port: 'exchange',
    behaviour: "Somebody else's skill is forbidden, and not missing.",
    exchange: rewriteAnswers(
      'getSkill',
      (body, { request }) =>
        request.path.skill_id === FOREIGN_SKILL ? { ...body, message_code: 'api_v1_forbidden' } : body,
      (status, { message_code: code }) => (code === 'api_v1_forbidden' ? 403 : status),
    ),
  },
  {
    id: 'errors.not-found.skill/told-apart',
    requirement: 'errors.not-found.skill',
    port: 'exchange',
    behaviour: "The answer for somebody else's skill says that there is one.",
    exchange: rewriteAnswers('getSkill', (body, { request }) =>
      request.path.skill_id === FOREIGN_SKILL ? { ...body, data: { exists: true } } : body,
    ),
  },
  {
    id: 'errors.not-found.cancel/nothing-to-cancel',
    requirement: 'errors.not-found.cancel',
    port: 'exchange',
    behaviour: 'Cancelling in a chat that is missing goes well, since nothing runs there.',
    exchange: answerInstead('cancelTurn', async (request, sound) => {
      const answer = await sound(request);
      if (answer.status !== 404) return answer;
      const body = {
        status: 'success',
        message: 'Nothing to cancel',
        message_code: 'api_v1_ok',
        data: { chat_id: request.path.chat_id, cancelled: false },
        meta: { request_id: request.requestId },
      };
      return { status: 200, body };
    }),
  },
];

/** Changes the answer of an operation about a chat that it does not find, although somebody has it. */
function knowingChats(
  operation: OperationId,
  status: number,
  change: Parameters<typeof rewriteAnswers>[1],
): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const known = new Set<string | undefined>();
    const noting: Exchange = async (request) => {
      const answer = await exchange(request);
      if (answer.status === 200) known.add(request.path.chat_id);
      return answer;
    };
    return answerInstead(operation, async (request, sound) => {
      const answer = await sound(request);
      if (answer.status !== 404 || 'open' in answer || !known.has(request.path.chat_id)) return answer;
      return { ...answer, status, body: change(answer.body, { status, request }) };
    })(noting);
  };
}
