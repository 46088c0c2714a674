import { OPERATIONS } from '../../reference/http/operation.ts';
import { noSuchPath } from '../decorators/no-such-path.ts';
import { refuse } from '../decorators/refuse.ts';
import {
  answerInstead,
  bodyOf,
  rewriteAnswers,
  rewriteItems,
  rewriteRequests,
  withBody,
} from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';

/** What this area's requirements forbid, each done. */
export const serviceBreakages: readonly Breakage[] = [
  ...OPERATIONS.map(
    ({ operationId }): Breakage => ({
      id: `service.paths.prefix/${operationId}`,
      requirement: 'service.paths.prefix',
      port: 'exchange',
      behaviour: `The path of ${operationId} is unknown.`,
      exchange: noSuchPath(operationId),
    }),
  ),
  {
    id: 'service.paths.base-url',
    requirement: 'service.paths.base-url',
    port: 'exchange',
    behaviour: 'The catalog sends its readers to another address.',
    exchange: answerInstead('getCatalog', () => ({ status: 308, body: {} })),
  },
  {
    id: 'service.bodies.json-requests/refused',
    requirement: 'service.bodies.json-requests',
    port: 'exchange',
    behaviour: 'A chat whose body is JSON is refused.',
    exchange: answerInstead('createChat', (request) =>
      request.header('content-type')?.startsWith('application/json') ? refuse(request) : undefined,
    ),
  },
  {
    id: 'service.bodies.json-requests/ignored',
    requirement: 'service.bodies.json-requests',
    port: 'exchange',
    behaviour: 'What stands in the body of a new chat is ignored.',
    exchange: rewriteRequests('createChat', () => ({ body: undefined })),
  },
  {
    id: 'service.chats.hold-turns/fewer',
    requirement: 'service.chats.hold-turns',
    port: 'exchange',
    behaviour: 'A chat shows its last turn only.',
    exchange: rewriteItems('listMessages', (turns) => turns.slice(-1)),
  },
  {
    id: 'service.chats.hold-turns/others',
    requirement: 'service.chats.hold-turns',
    port: 'exchange',
    behaviour: 'The turns of a chat are told as those of another.',
    exchange: rewriteItems('listMessages', (turns) =>
      turns.map((turn) => ({ ...turn, chat_id: '00000000-0000-4000-8000-000000000000' })),
    ),
  },
  {
    id: 'service.turns.prompt-and-answer',
    requirement: 'service.turns.prompt-and-answer',
    port: 'exchange',
    behaviour: 'The listing shows prompts, and leaves the answers empty.',
    exchange: rewriteItems('listMessages', (turns) => turns.map((turn) => ({ ...turn, content: '' }))),
  },
  {
    id: 'service.sends.two-ways/blocking',
    requirement: 'service.sends.two-ways',
    port: 'exchange',
    behaviour: 'Turns can only be streamed.',
    exchange: noSuchPath('sendMessage'),
  },
  {
    id: 'service.sends.two-ways/streaming',
    requirement: 'service.sends.two-ways',
    port: 'exchange',
    behaviour: 'Turns cannot be streamed.',
    exchange: noSuchPath('streamMessage'),
  },
  {
    id: 'service.sends.blocking-waits/pending',
    requirement: 'service.sends.blocking-waits',
    port: 'exchange',
    behaviour: 'The blocking send answers with a turn that is said to be pending.',
    exchange: rewriteAnswers('sendMessage', (body) => ({
      ...body,
      data: body.data && { ...body.data, status: 'pending' },
    })),
  },
  {
    id: 'service.sends.blocking-waits/half',
    requirement: 'service.sends.blocking-waits',
    port: 'exchange',
    behaviour: 'The blocking send answers with what was said first.',
    exchange: rewriteAnswers('sendMessage', (body) => ({
      ...body,
      data: body.data?.content ? { ...body.data, content: body.data.content.slice(0, 4) } : body.data,
    })),
  },
  {
    id: 'service.sends.manual-streams-only/blocking',
    requirement: 'service.sends.manual-streams-only',
    port: 'exchange',
    behaviour: 'The blocking send takes a manual turn, as if it were auto.',
    exchange: rewriteRequests('sendMessage', (request) =>
      withBody(request, (body) => ({ ...body, permission_mode: 'auto' })),
    ),
  },
  {
    id: 'service.sends.manual-streams-only/streaming',
    requirement: 'service.sends.manual-streams-only',
    port: 'exchange',
    behaviour: 'The streaming send refuses manual turns.',
    exchange: answerInstead('streamMessage', (request) =>
      bodyOf(request)?.permission_mode === 'manual' ? refuse(request) : undefined,
    ),
  },
  {
    id: 'service.skills.reusable',
    requirement: 'service.skills.reusable',
    port: 'exchange',
    behaviour: 'A skill can be attached once.',
    exchange: (exchange) => {
      const used = new Set<number>();
      return answerInstead('sendMessage', (request) => {
        const ids: number[] = bodyOf(request)?.attachments?.skill_ids ?? [];
        if (ids.some((id) => used.has(id))) return refuse(request);
        for (const id of ids) used.add(id);
        return undefined;
      })(exchange);
    },
  },
];
