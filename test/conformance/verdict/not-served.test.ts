import { describe, expect, it } from 'vitest';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';
import { NotServed } from '../../../src/conformance/verdict/not-served.ts';

type Asked = readonly [method: string, path: string, status: number, code?: string, check?: string];

function describeAll(...asked: readonly Asked[]): string {
  const exchanges = asked.map(([method, path, status, code, check = 'any'], number) => ({
    number,
    check,
    actor: 'main',
    request: { method, path: `/api/v1${path}`, headers: {} },
    status,
    chunks: [{ at: 0, bytes: Buffer.from(JSON.stringify(code === undefined ? {} : { message_code: code })) }],
  }));
  return new NotServed(exchanges as unknown as readonly LoggedExchange[]).describe().join();
}

describe('an operation is not served', () => {
  it.each<[string, readonly Asked[], string]>([
    ['that has no route', [['GET', '/skills', 404, 'not_found']], 'GET /skills'],
    ['that does not allow the method', [['PATCH', '/chats/1', 405]], 'PATCH /chats/{chat_id}'],
    ['whose 404 has no code from the service', [['GET', '/chats/1', 404]], 'GET /chats/{chat_id}'],
    [
      'that refuses its plain form as missing',
      [['POST', '/chats/1/messages', 404, 'x', 'turns.send.exists']],
      'POST /chats/{chat_id}/messages',
    ],
  ])('%s', (_, asked, name) => {
    expect(describeAll(...asked)).toBe(`1 of 20 operations are not served: ${name}`);
  });

  it.each<[string, readonly Asked[]]>([
    ['whose 404 may be about the chat', [['GET', '/chats/1', 404, 'api_v1_not_found']]],
    [
      'that answers another request',
      [
        ['GET', '/skills', 404],
        ['GET', '/skills', 200],
      ],
    ],
    ['that refuses the credential', [['GET', '/skills', 401]]],
    ['that nobody asked for', []],
  ])('but not one %s', (_, asked) => {
    expect(describeAll(...asked)).toBe('');
  });
});
