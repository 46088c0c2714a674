import type { Random } from '../../../scripts/test/random.ts';
import type { Bytes } from './hostile-values.ts';
import { CHATS, TOKEN } from './places.ts';

const HOST = 'host: x\r\n';
const AUTH = `authorization: Bearer ${TOKEN}\r\n`;
const LIST = 'GET /api/v1/chats HTTP/1.1\r\n';
const CREATE = `POST /api/v1/chats HTTP/1.1\r\n${HOST}${AUTH}`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Invalid or unusual HTTP/1.1 requests. Each must get an answer. No other request follows on the connection. */
const MALFORMED: readonly Bytes[] = [
  '\0',
  '\xff\xff\xff\xff\r\n\r\n',
  'GET\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  `GET /api/v1/chats HTTP/1.0\r\n${AUTH}\r\n`,
  `GET /api/v1/chats HTTP/1.0\r\nconnection: keep-alive\r\n${AUTH}\r\n`,
  'GET / HTTP/2.0\r\n\r\n',
  'GET / HTTP/1.2\r\nhost: x\r\n\r\n',
  'GET / HTTP/1.1x\r\nhost: x\r\n\r\n',
  'GET / XTTP/1.1\r\nhost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'get / HTTP/1.1\r\nhost: x\r\n\r\n',
  'GE T / HTTP/1.1\r\nhost: x\r\n\r\n',
  `${'G'.repeat(20_000)} / HTTP/1.1\r\nhost: x\r\n\r\n`,
  `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  'GET  /  HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /\0 HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /\x7f HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET / HTTP/1.1\nhost: x\n\n',
  'GET / HTTP/1.1\rhost: x\r\r',
  'GET / HTTP/1.1\r\n\r\n',
  `${LIST}${HOST}${HOST}${AUTH}\r\n`,
  `${LIST} host: x\r\n${AUTH}\r\n`,
  `${LIST}host : x\r\n${AUTH}\r\n`,
  `${LIST}${HOST}x\r\n\r\n`,
  `${LIST}${HOST}: x\r\n\r\n`,
  `${LIST}${HOST}x: a\r\n b\r\n${AUTH}\r\n`,
  `${LIST}${HOST}x: a\0b\r\n\r\n`,
  `${LIST}${HOST}x: a\rb\r\n\r\n`,
  `${LIST}${HOST}x\0: a\r\n\r\n`,
  `${LIST}${HOST}x y: a\r\n\r\n`,
  `${LIST}${HOST}x: ${'y'.repeat(100_000)}\r\n\r\n`,
  `${LIST}${HOST}${'x: y\r\n'.repeat(10_000)}\r\n`,
  `CONNECT x:443 HTTP/1.1\r\n${HOST}\r\n`,
  `CONNECT / HTTP/1.1\r\n${HOST}${AUTH}\r\n`,
  `TRACE / HTTP/1.1\r\n${HOST}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  `BREW /api/v1/chats HTTP/1.1\r\n${HOST}\r\n`,
  `${CREATE}content-length: -1\r\n\r\n{}`,
  `${CREATE}content-length: +2\r\n\r\n{}`,
  `${CREATE}content-length: 0x2\r\n\r\n{}`,
  `${CREATE}content-length: 2 2\r\n\r\n{}`,
  `${CREATE}content-length: 2, 2\r\n\r\n{}`,
  `${CREATE}content-length: \r\n\r\n{}`,
  `${CREATE}content-length: ${'9'.repeat(400)}\r\n\r\n{}`,
  `${CREATE}content-length: 99999999999\r\n\r\n{}`,
  `${CREATE}content-length: 2\r\ncontent-length: 2\r\n\r\n{}`,
  `${CREATE}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  `${CREATE}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n${chunk('{}')}0\r\n\r\n`,
  `${CREATE}transfer-encoding: chunked\r\n\r\n${chunk('{}')}0\r\n\r\n`,
  `${CREATE}transfer-encoding: chunked\r\n\r\n${chunk('{')}${chunk('}')}0\r\nx: trailer\r\n\r\n`,
  `${CREATE}transfer-encoding: chunked, chunked\r\n\r\n${chunk('{}')}0\r\n\r\n`,
  `${CREATE}transfer-encoding: gzip, chunked\r\n\r\n${chunk('{}')}0\r\n\r\n`,
  `${CREATE}transfer-encoding: gzip\r\n\r\n{}`,
  `${CREATE}transfer-encoding: x\r\n\r\n{}`,
  `${CREATE}transfer-encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n`,
  `${CREATE}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${CREATE}transfer-encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n{}`,
  `${CREATE}transfer-encoding: chunked\r\n\r\n2;${'x'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`,
  `${CREATE}transfer-encoding: chunked\r\n\r\n2\r\n{}x\r\n0\r\n\r\n`,
  `${CREATE}transfer-encoding: chunked\r\n\r\n${chunk('x'.repeat(1_200_000))}0\r\n\r\n`,
  `${CREATE}content-length: 2000000\r\n\r\n${'x'.repeat(2_000_000)}`,
  `${CREATE}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`,
  `${CREATE}expect: 100-continue\r\ncontent-length: 2000000\r\n\r\n${'x'.repeat(2_000_000)}`,
  `GET http://x/api/v1/chats/${CHATS.own} HTTP/1.1\r\n${HOST}${AUTH}\r\n`,
];

/** Picks one of these requests, sometimes with an additional byte in it. */
export function malformed(random: Random): Bytes {
  const bytes = random.pick(MALFORMED);
  if (random.below(3) > 0) return bytes;
  const at = random.below(Math.min(bytes.length, 300));
  return bytes.slice(0, at) + String.fromCharCode(random.below(256)) + bytes.slice(at);
}
