import type { Decorator } from '../../reference/ports.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { EVERY } from '../decorators/operations.ts';
import { rewriteStore } from '../decorators/ports.ts';
import { rewriteStatus } from '../decorators/rewrite-answers.ts';
import { rewriteEvents } from '../decorators/rewrite-events.ts';

/** Servers that do nothing useful, each in a different way. A suite that passes one of them proves nothing. */
export const TRIVIAL_SERVERS: Readonly<Record<string, Decorator>> = {
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
  'errors as successes': { exchange: rewriteStatus(EVERY, () => 200) },
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
