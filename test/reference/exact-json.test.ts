import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalText, parseExactly } from '../../src/reference/exact-json.ts';
import { useServer } from './harness/use-server.ts';

const NUMBERS = '9007199254740993,1e400,-1E-400,0.10000000000000000000000000000000001,1.0,-0,12,0.5';
const METADATA = `{"numbers":[${NUMBERS}],"nested":{"__proto__":9007199254740993,"text":"1e400"}}`;

const server = useServer();

it.each([METADATA, '[]', 'null', '1e400', '"9007199254740993"'])(
  '%s is written exactly as it was read',
  (text) => {
    expect(JSON.stringify(parseExactly(text))).toBe(text);
  },
);

it.each([
  ['{"b":[{"d":1,"c":2}],"a":null}', '{"a":null,"b":[{"c":2,"d":1}]}'],
  ['[2,1]', '[2,1]'],
  [METADATA, `{"nested":{"__proto__":9007199254740993,"text":"1e400"},"numbers":[${NUMBERS}]}`],
])('%s has the canonical text %s', (text, canonical) => {
  expect(canonicalText(parseExactly(text))).toBe(canonical);
});

it.each(['messages', 'messages/stream'])(
  'metadata keeps its numbers in %s, its replay and the list',
  async (send) => {
    const chat = `${server.url}/api/v1/chats/${randomUUID()}`;
    const headers = { authorization: 'Bearer harbor-main', 'content-type': 'application/json' };
    const body = `{"content":"Hi","permission_mode":"auto","metadata":${METADATA}}`;
    const key = { 'idempotency-key': randomUUID() };
    const post = async () =>
      (await fetch(`${chat}/${send}`, { method: 'POST', headers: { ...headers, ...key }, body })).text();
    const first = await post();
    const replay = await post();
    const listed = await (await fetch(`${chat}/messages`, { headers })).text();
    for (const shown of [first, replay, listed]) expect(shown).toContain(`"metadata":${METADATA}`);
  },
);
