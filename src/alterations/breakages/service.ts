import type { HttpRequest } from '../../reference/http/exchange.ts';
import { OPERATIONS } from '../../reference/http/operation.ts';
import { type Breakage, breakage } from '../alteration.ts';
import { answerInstead, noSuchPath } from '../decorators/answer-instead.ts';
import { refuse } from '../decorators/answers.ts';
import { EVERY } from '../decorators/operations.ts';
import { bodyOf, ELSEWHERE } from '../decorators/requests.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';
import { first, last } from '../decorators/values.ts';
import { unserved } from './kinds/answered.ts';
import { heard, refused } from './kinds/heard.ts';
import { listed, shown } from './kinds/shown.ts';

/** The statements of section 1 about the service as a whole. */
export const serviceBreakages: readonly Breakage[] = [
  ...OPERATIONS.map(({ operationId }) =>
    breakage(
      `service.paths.prefix/${operationId}`,
      `The server does not know the path of ${operationId}.`,
      noSuchPath(operationId),
    ),
  ),
  breakage(
    'service.paths.base-url',
    'The catalog redirects its clients to another address.',
    answerInstead('getCatalog', () => ({ status: 308, body: {} })),
  ),
  breakage(
    'service.bodies.json-requests/refused',
    'A new chat whose body is JSON is refused.',
    answerInstead('createChat', (request) =>
      request.header('content-type')?.startsWith('application/json') ? refuse(request) : undefined,
    ),
  ),
  breakage(
    'service.bodies.json-requests/charset',
    'A body whose content type names a charset is refused.',
    answerInstead(EVERY, (request) =>
      request.header('content-type')?.includes('charset') ? refuse(request) : undefined,
    ),
  ),
  breakage(
    'service.bodies.json-requests/ignored',
    'The body of a new chat is ignored.',
    rewriteRequests('createChat', () => ({ body: undefined })),
  ),
  breakage(
    'envelope.meta.request-id/of-the-client',
    'A list of chats is answered under the id that the client gave its request, whatever that is.',
    rewriteRequests('listChats', underOwnId),
  ),
  breakage(
    'events.start.request-id/of-the-client',
    'A stream is sent under the id that the client gave its request, whatever that is.',
    rewriteRequests('streamMessage', underOwnId),
  ),
  listed('service.chats.hold-turns/fewer', 'listMessages', last(1)),
  shown('service.chats.hold-turns/others', 'listMessages', { chat_id: ELSEWHERE }),
  shown('service.turns.prompt-and-answer', 'listMessages', { content: '' }),
  unserved('service.sends.two-ways/blocking', 'sendMessage'),
  unserved('service.sends.two-ways/streaming', 'streamMessage'),
  shown('service.sends.blocking-waits/pending', 'sendMessage', { status: 'pending' }),
  shown('service.sends.blocking-waits/half', 'sendMessage', { content: first(4) }),
  heard('service.sends.manual-streams-only/blocking', 'sendMessage', { permission_mode: 'auto' }),
  refused('service.sends.manual-streams-only/streaming', 'streamMessage', { permission_mode: 'manual' }),
  breakage('service.skills.reusable', 'A skill can be attached to one turn only.', (exchange) => {
    const used = new Set<number>();
    return answerInstead('sendMessage', (request) => {
      const ids: number[] = bodyOf(request)?.attachments?.skill_ids ?? [];
      if (ids.some((id) => used.has(id))) return refuse(request);
      for (const id of ids) used.add(id);
      return undefined;
    })(exchange);
  }),
];

/** Adopts the request id that the client sent. */
function underOwnId(request: HttpRequest): Pick<HttpRequest, 'requestId'> {
  return { requestId: request.header('x-request-id') ?? request.requestId };
}
