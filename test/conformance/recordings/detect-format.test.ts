import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/conformance/recordings/detect-format.ts';
import { nameStranger } from '../../../src/conformance/recordings/name-stranger.ts';

const LONG = 20_000;
const METER = [
  '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current',
  '                                 Dload  Upload   Total   Spent    Left  Speed',
  '\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0',
];
const behind = (filler: string, text: string) => Buffer.from(`${filler.repeat(LONG / filler.length)}${text}`);

it.each([
  ['a stream', 'sse', Buffer.from('event: ping\ndata: {}\n\n')],
  ['a stream behind comments', 'sse', behind(': \n', 'event: ping\n')],
  ['a stream after chunk sizes', 'sse', Buffer.from('1f4\r\nevent: ping\r\n')],
  ['a stream after a head', 'sse', Buffer.from('HTTP/2 200 \r\nretry: 5\r\nretry-after: 5\r\n\r\nid: 1\n')],
  ['a stream after two heads', 'sse', Buffer.from('HTTP/1.1 100 Continue\n\nHTTP/1.1 200\na: b\n\ndata: 1')],
  ['a stream after the progress output of curl', 'sse', Buffer.from(`${METER.join('\n')}event: ping\n`)],
  [
    'a stream after the verbose output of curl',
    'sse',
    Buffer.from('* Trying ::1\n> GET /\n>\n< HTTP/1.1 200\n<\ndata: 1\n'),
  ],
  ['a stream after unknown fields', 'sse', Buffer.from('\ufeffversion: 1\nevent: ping\ndata: {}\n')],
  ['a stream without a line end', 'sse', Buffer.from('version: 1\ndata: {')],
  ['YAML', undefined, Buffer.from('apiVersion: v1\nkind: ConfigMap\ndata:\n  event: ping\n')],
  ['a program with fields first', undefined, Buffer.from('x: int = 1\nevent: int = 3\nevent: ping\n')],
  ['a stream after lines of another kind', undefined, behind('what it is\n', 'event: ping\n')],
  [
    'a program with a line of a stream',
    undefined,
    Buffer.from('import sys\nevent: int = 3\ndata: dict = {}\n'),
  ],
  ['a head alone', undefined, Buffer.from('HTTP/1.1 200 OK\r\ndata: x\r\n\r\n')],
  ['a head and JSON', undefined, Buffer.from('HTTP/2 409\ncontent-type: application/json\n\n{"status":1}')],
  ['a recording with another member first', 'recording', Buffer.from('{"timeScale":[1,{}],"recording":1}\n')],
  ['an archive with another member first', 'har', Buffer.from('{"comment":"\\"log\\": {","log":{}}')],
  [
    'an object with such a member inside',
    undefined,
    Buffer.from('{"a":{"log":1},"b":["recording","log"]}\n{"log":1}'),
  ],
  ['an object with such a value', undefined, Buffer.from('{"a":"log"')],
  ['a recording behind blanks', 'recording', behind(' ', '{"recording":1}')],
  ['an archive behind blanks', 'har', behind('\n', '{"log":{}}')],
  ['nothing', 'sse', Buffer.alloc(0)],
  ['blanks', 'sse', behind(' ', '')],
  ['a text behind blanks', undefined, behind(' ', 'a text')],
  ['a text', undefined, behind('a text ', '')],
  ['a byte order mark and a recording', 'recording', Buffer.from('\uFEFF{"recording":1}')],
  ['letters across the first bytes', 'sse', behind(':東京の店は\n', 'data: {}\n')],
])('the format of an input of %s is %s', (_, format, head) => {
  expect(detectFormat(head)).toBe(format);
});

describe('an input of no known format', () => {
  const tar = Buffer.alloc(512);
  tar.write('turn.sse');
  tar.write('ustar', 257);

  it.each([
    ['it is a tar archive; unpack it', tar],
    ['it is a zip archive; unpack it', Buffer.from('PK\x03\x04\x14\0')],
    ['it is packed twice; unpack it once', gzipSync('data: 1')],
    ['it is packed with zlib, as mitmproxy writes .zhar; unpack it', deflateSync('{"log":{}}')],
    ['it is packed with bzip2, xz or lz4; unpack it', Buffer.from('BZh91AY&SY')],
    ['it is a packet capture', Buffer.from('d4c3b2a1020004', 'hex')],
    ['it is a packet capture', Buffer.from('0a0d0d0a1c0000004d3c2b1a', 'hex')],
    [
      'these are flows of mitmproxy',
      Buffer.from('4442:9:websocket;0:~8:response;2150:6:reason;\ndata: {}\n'),
    ],
    ['it is a file that macOS adds', Buffer.from('0005160700020000', 'hex')],
    ['it is UTF-16; write it as UTF-8', Buffer.from('\ufeff{"recording":1}', 'utf16le')],
    ['it is UTF-16; write it as UTF-8', Buffer.from('data: 1\n', 'utf16le')],
    ['it is a binary file', Buffer.from('MZ\0')],
    ['a saved error response: api_v1_chat_busy', Buffer.from('{"message_code":"api_v1_chat_busy"}')],
    ['a saved error response: busy', Buffer.from('HTTP/2 409\r\na: b\r\n\r\n{"message_code":"busy"}')],
    ['this is JSON, not', Buffer.from('{"status":"success","message_code":"api_v1_ok","data":[]}')],
    ['this is a web page', Buffer.from('HTTP/1.1 502 Bad Gateway\nServer: x\n\n<html>')],
    ['it is a pointer of Git LFS', Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\n')],
    ['it is the log of a container', Buffer.from('{"log": "event: ping\\n", "stream": "stdout"}\n')],
    ['it is the log of a container', Buffer.from('2026-11-20T19:19:53.1Z stdout F event: ping\n')],
    ['it is a WARC archive', Buffer.from('WARC/1.0\r\nWARC-Type: response\r\n')],
    ['it begins with two byte order marks', Buffer.from('\ufeff\ufeffevent: ping\n')],
    [
      'the body after its head is packed',
      Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\na: b\r\n\r\n'), gzipSync('')]),
    ],
    ['this is a description of an API', Buffer.from('{"openapi":"3.1.0","x":{"message_code":"api_v1_ok"}}')],
    ['this is JSON, not', Buffer.from('{"x":{"message_code":"api_v1_ok"}}')],
    ['it is neither an event stream', Buffer.from('import sys\nevent: int = 3\n')],
  ])('is described: %s', (name, head) => {
    expect(detectFormat(head)).toBeUndefined();
    expect(nameStranger(head)).toContain(name);
  });
});
