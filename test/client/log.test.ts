import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallOptions } from '../../src/client/index.ts';
import { type LogOptions, withLog } from '../../src/client/log.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, type Reply, scriptService, TOKEN, unreachable } from './harness/service.ts';
import { CHAT, error, REQUEST, start, stream } from './harness/wire.ts';

forbidUnhandledRejections();
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
const chat = answer({ data: { id: CHAT } });
const later = failure(503, 'api_v1_agents_unavailable', {
  message: `Not now: ${TOKEN}`,
  meta: { request_id: REQUEST },
});
const missing = failure(404, 'api_v1_not_found', { message: 'There is no chat named Love letters.' });
const GET = 'GET /api/v1/chats/{chat_id}:';

/** Writes each line after its level. */
function recorder() {
  const lines: string[] = [];
  const logger = Object.fromEntries(
    LEVELS.map((level) => [level, (line: string) => void lines.push(`${level} ${line}`)]),
  );
  return { lines, logger };
}

/** Reads a chat from a service that gives these replies, and returns what is logged. */
async function logOf(replies: readonly Reply[], log: LogOptions, hooks: CallOptions = {}) {
  const { client, settle } = scriptService(replies, withLog(hooks, log));
  await settle(client.chats.get(CHAT).catch(() => {}));
}

describe('a log', () => {
  it.each([
    ['off', []],
    ['error', [0]],
    ['warn', [0, 1]],
    ['info', [0, 1, 2]],
    ['debug', [0, 1, 2, 3]],
  ] as const)('of the level %s has these lines', async (level, kept) => {
    const { lines, logger } = recorder();
    await logOf([later, chat], { logger, level });
    await logOf([missing], { logger, level });
    const all = [
      `debug ${GET} sent`,
      expect.stringMatching(
        /^warn GET \S+: 503 agents-unavailable \(api_v1_agents_unavailable\), request [\da-f-]{36}; sent again in \d+ ms$/,
      ),
      `debug ${GET} sent`,
      `info ${GET} 200 in 0 ms`,
      `debug ${GET} sent`,
      `error ${GET} 404 not-found (api_v1_not_found)`,
    ];
    const levels = [3, 1, 3, 2, 3, 0];
    expect(lines).toEqual(all.filter((_, index) => kept.some((each) => each === levels[index])));
  });

  it('never has the token, a body, or a text of the service', async () => {
    const { lines, logger } = recorder();
    const options = withLog({}, { logger, level: 'debug' });
    const replies = [
      failure(500, `code ${TOKEN}`, {
        message: `Secret ${TOKEN}`,
        data: 'Secret',
        meta: { request_id: TOKEN },
      }),
      stream(start + error),
    ];
    const { client, settle } = scriptService(replies, { ...options, maxRetries: 0 });
    const turn = { content: 'Secret' };
    await settle(client.turns.send(CHAT, turn).catch(() => {}));
    await settle(
      client.turns
        .stream(CHAT, turn)
        .text()
        .catch(() => {}),
    );
    expect(lines).toEqual([
      'debug POST /api/v1/chats/{chat_id}/messages: sent',
      'error POST /api/v1/chats/{chat_id}/messages: 500 unknown, request ***',
      'debug POST /api/v1/chats/{chat_id}/messages/stream: sent',
      'info POST /api/v1/chats/{chat_id}/messages/stream: 200 in 0 ms',
      `error POST /api/v1/chats/{chat_id}/messages/stream: message.error turn-failed (upstream_error), request ${REQUEST}`,
    ]);
  });

  it('says why a connection failed, and nothing of a call that was aborted', async () => {
    const { lines, logger } = recorder();
    await logOf([unreachable], { logger, level: 'error' }, { maxRetries: 0 });
    const { client } = scriptService([chat], withLog<CallOptions>({}, { logger }));
    await client.chats.get(CHAT, { signal: AbortSignal.abort() }).catch(() => {});
    expect(lines).toEqual([`error ${GET} the connection to service.test failed: fetch failed`]);
  });

  it('calls the hooks of the options too, and leaves out the lines of a missing method', async () => {
    const called: string[] = [];
    const names = ['onRequest', 'onResponse', 'onRetry', 'onFailure'] as const;
    const hooks = Object.fromEntries(names.map((name) => [name, () => void called.push(name)]));
    const { lines, logger } = recorder();
    const { warn } = logger;
    await logOf([later, missing], { logger: { ...(warn && { warn }) }, level: 'debug' }, hooks);
    expect(called).toEqual(['onRequest', 'onResponse', 'onRetry', 'onRequest', 'onResponse', 'onFailure']);
    expect(lines).toHaveLength(1);
  });

  it('may be of a single call', async () => {
    const { lines, logger } = recorder();
    const { client } = scriptService([chat, chat]);
    await client.chats.get(CHAT);
    await client.chats.get(CHAT, withLog({}, { logger, level: 'info' }));
    expect(lines).toEqual([`info ${GET} 200 in 0 ms`]);
  });

  it.each([
    ['debug', 3],
    ['info', 1],
    ['off', 0],
    [undefined, 0],
    ['', 0],
  ])('has the level of the environment: %j', async (level, count) => {
    vi.stubEnv('CONVERSATION_API_LOG', level);
    const { lines, logger } = recorder();
    await logOf([chat], { logger });
    expect(lines).toHaveLength(level === 'debug' ? 2 : count);
  });

  it('says once that the level of the environment is unknown', async () => {
    vi.stubEnv('CONVERSATION_API_LOG', 'loud');
    const { lines, logger } = recorder();
    await logOf([later, chat], { logger });
    expect(lines).toEqual([
      'warn CONVERSATION_API_LOG cannot be loud: it is one of off, error, warn, info, debug',
      expect.stringMatching(/^warn GET .* sent again in/),
    ]);
    expect(() => withLog({}, { level: 'loud' as never })).toThrow(TypeError);
  });

  it.each([
    ['no process', undefined],
    ['a process without an environment', {}],
    [
      'an environment that it may not read',
      {
        get env(): object {
          throw new Error('NotCapable: Requires env access');
        },
      },
    ],
  ])('is of the level warn in a runtime with %s', async (_, process) => {
    vi.stubGlobal('process', process);
    const { lines, logger } = recorder();
    const options = withLog<CallOptions>({}, { logger });
    vi.unstubAllGlobals();
    await logOf([later, chat], { logger: {} }, options);
    expect(lines).toHaveLength(1);
  });
});
