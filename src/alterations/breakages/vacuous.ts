import { OPERATIONS } from '../../reference/http/operation.ts';
import type { Decorator } from '../../reference/ports.ts';
import { answerInstead, rewriteAnswers, rewriteEvents } from '../decorators/rewrite.ts';
import { rewriteStore } from '../decorators/rewrite-store.ts';

const EVERY = OPERATIONS.map(({ operationId }) => operationId);

/** Servers that do nothing, each in its own way. A suite that lets one of them pass is worth nothing. */
export const VACUOUS: Readonly<Record<string, Decorator>> = {
  'always 200': {
    exchange: answerInstead(EVERY, () => ({
      status: 200,
      body: { status: 'success', message_code: 'api_v1_ok', data: {} },
    })),
  },
  'empty bodies': { exchange: answerInstead(EVERY, () => ({ status: 200, body: undefined })) },
  'everything 404': {
    exchange: answerInstead(EVERY, () => ({ status: 404, body: { message_code: 'api_v1_not_found' } })),
  },
  'errors as successes': {
    exchange: rewriteAnswers(
      EVERY,
      (body) => body,
      () => 200,
    ),
  },
  'silent streams': { exchange: rewriteEvents(() => () => []) },
  amnesia: {
    ports: (ports) =>
      [
        rewriteStore('chats', () => ({ find: () => undefined, list: () => ({ chats: [], total: 0 }) })),
        rewriteStore('skills', () => ({ find: () => undefined, list: () => ({ skills: [], total: 0 }) })),
        rewriteStore('turns', () => ({ findByKey: () => undefined, list: () => ({ turns: [], total: 0 }) })),
      ].reduce((decorated, decorate) => decorate(decorated), ports),
  },
};
