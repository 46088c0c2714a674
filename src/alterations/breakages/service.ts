import type { HttpRequest } from '../../reference/http/exchange.ts';
import { OPERATIONS } from '../../reference/http/operation.ts';
import { type Breakage, breakage } from '../alteration.ts';
import { answerInstead, noSuchPath, refusing } from '../decorators/answer-instead.ts';
import { refuse } from '../decorators/answers.ts';
import { EVERY } from '../decorators/operations.ts';
import { bodyOf } from '../decorators/requests.ts';
import { rewriteData, rewriteItems } from '../decorators/rewrite-answers.ts';
import { rewriteBodies, rewriteRequests } from '../decorators/rewrite-requests.ts';
import { rewriteListed } from '../decorators/rewrite-turns.ts';

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
  breakage(
    'service.chats.hold-turns/fewer',
    'A chat lists only its last turn.',
    rewriteItems('listMessages', (turns) => turns.slice(-1)),
  ),
  breakage(
    'service.chats.hold-turns/others',
    'The turns of a chat name another chat.',
    rewriteListed((turn) => ({ ...turn, chat_id: '00000000-0000-4000-8000-000000000000' })),
  ),
  breakage(
    'service.turns.prompt-and-answer',
    'The listing shows prompts without their answers.',
    rewriteListed((turn) => ({ ...turn, content: '' })),
  ),
  breakage(
    'service.sends.two-ways/blocking',
    'A turn can only be sent with a stream.',
    noSuchPath('sendMessage'),
  ),
  breakage(
    'service.sends.two-ways/streaming',
    'A turn cannot be sent with a stream.',
    noSuchPath('streamMessage'),
  ),
  breakage(
    'service.sends.blocking-waits/pending',
    'The blocking send answers with a turn whose status is pending.',
    rewriteData('sendMessage', (turn) => ({ ...turn, status: 'pending' })),
  ),
  breakage(
    'service.sends.blocking-waits/half',
    'The blocking send answers with the first characters of the answer only.',
    rewriteData('sendMessage', (turn) => ({ ...turn, content: turn.content.slice(0, 4) })),
  ),
  breakage(
    'service.sends.manual-streams-only/blocking',
    'The blocking send accepts a manual turn and runs it in auto mode.',
    rewriteBodies('sendMessage', (body) => ({ ...body, permission_mode: 'auto' })),
  ),
  breakage(
    'service.sends.manual-streams-only/streaming',
    'The streaming send refuses manual turns.',
    refusing('streamMessage', ({ permission_mode }) => permission_mode === 'manual'),
  ),
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
