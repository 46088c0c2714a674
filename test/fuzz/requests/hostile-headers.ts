import type { Random } from '../../../scripts/test/random.ts';
import { type Bytes, utf8 } from './hostile-values.ts';
import { TOKEN } from './places.ts';

type Header = readonly [name: Bytes, value: Bytes];

/** Each change replaces the headers with the same names, or adds headers. */
const CHANGES: readonly (readonly Header[])[] = [
  [['authorization', '']],
  [['authorization', 'Bearer']],
  [['authorization', 'Bearer ']],
  [['authorization', 'Bearer  ']],
  [['authorization', `bearer ${TOKEN}`]],
  [['authorization', `BEARER   ${TOKEN}`]],
  [['authorization', `Bearer ${TOKEN} `]],
  [['authorization', `Bearer\t${TOKEN}`]],
  [['authorization', `Bearer ${TOKEN},`]],
  [['authorization', `Basic ${Buffer.from(`a:${TOKEN}`).toString('base64')}`]],
  [['authorization', TOKEN]],
  [['authorization', 'Bearer __proto__']],
  [['authorization', 'Bearer constructor']],
  [['authorization', `Bearer ${'x'.repeat(8000)}`]],
  [['authorization', `Bearer ${' '.repeat(8000)}x x`]],
  [['authorization', 'Bearer \x80\xff']],
  [['authorization', `Bearer ${utf8('🗼')}`]],
  [['authorization', 'Bearer harbor-only-chat-read']],
  [['authorization', 'Bearer harbor-only-skills-write']],
  [['authorization', 'Bearer harbor-allowlist']],
  [['authorization', 'Bearer harbor-incognito']],
  [
    ['authorization', `Bearer ${TOKEN}`],
    ['Authorization', 'Bearer harbor-second'],
  ],
  [
    ['authorization', `Bearer ${TOKEN}`],
    ['AUTHORIZATION', `Bearer ${TOKEN}`],
  ],
  [['proxy-authorization', `Bearer ${TOKEN}`]],
  [['content-type', '']],
  [['content-type', 'text/plain']],
  [['content-type', 'application/xml']],
  [['content-type', 'application/json; charset=utf-16']],
  [['content-type', 'application/json; charset="']],
  [['content-type', 'multipart/form-data; boundary=x']],
  [['content-type', 'application/x-www-form-urlencoded']],
  [['content-type', '/']],
  [['content-type', 'application/json,application/json']],
  [['content-type', `application/json;${'a=b;'.repeat(2000)}`]],
  [['content-type', '\x80\xff']],
  [
    ['content-type', 'application/json'],
    ['content-type', 'text/plain'],
  ],
  [['content-encoding', 'gzip']],
  [['content-encoding', 'x']],
  [['accept', 'text/html']],
  [['accept', ',;,;q=x']],
  [['accept-encoding', 'gzip, br, zstd, *;q=0']],
  [['idempotency-key', '']],
  [['idempotency-key', '   ']],
  [['idempotency-key', 'x'.repeat(255)]],
  [['idempotency-key', 'x'.repeat(256)]],
  [['idempotency-key', '\x80\xff']],
  [['idempotency-key', utf8('🗼')]],
  [['idempotency-key', '__proto__']],
  [['idempotency-key', "'; DROP TABLE turns; --"]],
  [['idempotency-key', 'the same for ever']],
  [
    ['idempotency-key', 'a'],
    ['Idempotency-Key', 'b'],
  ],
  [['expect', '100-continue']],
  [['expect', '200-ok']],
  [['connection', 'close']],
  [['connection', 'keep-alive, close, upgrade']],
  [
    ['connection', 'upgrade'],
    ['upgrade', 'websocket'],
    ['sec-websocket-key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
    ['sec-websocket-version', '13'],
  ],
  [
    ['connection', 'Upgrade, HTTP2-Settings'],
    ['upgrade', 'h2c'],
    ['http2-settings', 'AAMAAABkAAQAAP__'],
  ],
  [['host', '']],
  [['host', 'elsewhere.example']],
  [['host', 'a b\x80']],
  [['x-forwarded-for', '127.0.0.1']],
  [['x-forwarded-host', 'elsewhere.example']],
  [['x-http-method-override', 'DELETE']],
  [['x-original-url', '/']],
  [['x-reference-fault', 'crash']],
  [['range', 'bytes=0-1,2-3']],
  [['if-none-match', '*']],
  [['if-modified-since', 'x']],
  [['origin', 'null']],
  [
    ['origin', 'https://elsewhere.example'],
    ['access-control-request-method', 'POST'],
  ],
  [['last-event-id', '1']],
  [['cookie', 'a=b; '.repeat(1000)]],
  [['__proto__', '1']],
  [['constructor', '1']],
  [['te', 'trailers, deflate']],
  [['x', 'y'.repeat(15_000)]],
  [['x', 'y'.repeat(30_000)]],
  Array.from({ length: 500 }, (_, index): Header => [`x-${index}`, '1']),
  Array.from({ length: 2100 }, (): Header => ['x', '']),
];

/** Applies one of the changes to valid headers, or removes a header. */
export function spoilHeaders(headers: readonly Header[], random: Random): readonly Header[] {
  if (random.below(10) === 0) return headers.toSpliced(random.below(headers.length), 1);
  const change = random.pick(CHANGES);
  const names = new Set(change.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...change];
}
