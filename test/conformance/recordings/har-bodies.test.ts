import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes, row } from '../report/judge-bytes.ts';

const CHAT = '4be83950-3ee8-4ec4-b157-c05c3e6a3437';
const metadata = { ticket: 'Größe-7', customer: '東京' };
const stream = readRecording('valid/plain.sse')
  .toString()
  .replaceAll(/"chat_id":"[^"]+"/g, `"chat_id":"${CHAT}"`)
  .replace('"metadata":null', `"metadata":${JSON.stringify(metadata)}`);
const bytes = Buffer.from(stream);
const size = bytes.length;
const STREAM = { name: 'Content-Type', value: 'text/event-stream' };

type Members = Readonly<Record<string, unknown>>;

/** An archive of a streaming send. */
function toHar({ content = {}, request = {}, ...response }: Record<string, unknown> & { request?: Members }) {
  const post = { content: 'Hello', permission_mode: 'manual', metadata };
  const entry = {
    request: {
      method: 'POST',
      url: `https://chat.example/api/v1/chats/${CHAT}/messages/stream`,
      postData: { text: JSON.stringify(post) },
      ...request,
    },
    response: { status: 200, headers: [STREAM], content, ...response },
  };
  return JSON.stringify({ log: { entries: [entry] } });
}

const judge = (response: Members) => judgeBytes('a.har', toHar(response), 'har');
const encoded = (value: string) => [STREAM, { name: 'Content-Encoding', value }];
const base64 = (body: Uint8Array) => ({ text: Buffer.from(body).toString('base64'), encoding: 'base64' });
/** The text as shown by a tool that reads UTF-8 as Windows-1252. */
const misread = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));

describe('the body of an archive', () => {
  it.each([
    [
      'is shorter than its size',
      { text: stream.slice(0, 900), size },
      /its body is cut: the archive has \d+ of/,
    ],
    ['has its size as a text', { text: stream.slice(0, 900), size: String(size) }, /cut/],
    ['saved bytes by packing', { text: stream.slice(0, 900), size, compression: 400 }, /cut/],
    ['is shorter in base64', { ...base64(bytes.subarray(0, 900)), size }, /cut/],
    [
      'is a placeholder',
      { text: '[text/event-stream redacted]' },
      /a placeholder: "\[text\/event-stream redacted\]"/,
    ],
    ['is another placeholder', { text: '<REDACTED>', size: 10 }, /a placeholder/],
    ['was encoded twice', { text: misread(stream) }, /encoded twice/],
    ['was encoded twice as Latin-1', { text: bytes.toString('latin1') }, /encoded twice/],
    [
      'is in an encoding of its tool',
      { text: '["1f8b08"]', _isBinary: true },
      /encoded in a way of the tool/,
    ],
  ])('is not judged if it %s', async (_, content, reason) => {
    expect(await judge({ content })).toMatchObject({
      verdict: 'incomplete',
      incomplete: [expect.stringMatching(reason)],
    });
  });

  it.each([
    ['has the size of the compressed body', { text: stream, size: 700, compression: size - 700 }],
    ['grew when it was compressed', { text: stream, size: size + 20, compression: -20 }],
    ['has a wrong size that is smaller', { text: stream, size: 10 }],
    ['has no size', { text: stream, size: -1 }],
    ['was misread, and has the size of the body', { text: misread(stream), size }],
    ['was misread as Latin-1', { text: bytes.toString('latin1'), size, compression: 0 }],
    ['was misread after unpacking', { text: misread(stream), size: 700, compression: size - 700 }],
  ])('is judged if it %s', async (_, content) => {
    expect(await judge({ content })).toMatchObject({ verdict: 'conformant', incomplete: [] });
  });

  it.each([
    ['gzip', gzipSync(bytes)],
    ['x-gzip', gzipSync(bytes)],
    ['GZIP ', gzipSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['zstd', zstdCompressSync(bytes)],
    ['identity', bytes],
    ['gzip', bytes],
    ['compress', bytes],
  ])('is decompressed if it is still compressed with %s', async (encoding, packed) => {
    const content = { ...base64(packed), size: packed.length };
    const target = await judge({ content, headers: encoded(encoding) });
    expect(target).toMatchObject({ verdict: 'conformant', summary: { bytes: size } });
  });

  it.each([
    ['gzip', /packed with gzip, and damaged/, gzipSync(bytes).subarray(0, 400)],
    [
      'br',
      /packed with br, and other bytes follow/,
      Buffer.concat([brotliCompressSync(bytes), Buffer.from('x')]),
    ],
    ['compress', /packed \("compress"\), and cannot be unpacked/, gzipSync(bytes)],
    ['gzip', /larger than 16777216 bytes when it is unpacked/, gzipSync(Buffer.alloc(20 * 1024 * 1024))],
  ])('that is compressed with %s is not judged: %s', async (encoding, reason, packed) => {
    expect(await judge({ content: base64(packed), headers: encoded(encoding) })).toMatchObject({
      verdict: 'incomplete',
      incomplete: [expect.stringMatching(reason)],
    });
  });

  it('is ignored for a response that has no body, whatever the browser had cached', async () => {
    const content = { text: JSON.stringify({ status: 'success', data: [], meta: {} }) };
    const request = { method: 'GET', url: 'https://chat.example/api/v1/chats' };
    const target = await judge({ content, request, status: 304 });
    expect(target).toMatchObject({ verdict: 'nothing-ran', incomplete: [] });
  });
});

it.each([
  ['is a placeholder', '[redacted]'],
  ['was encoded twice', misread(JSON.stringify({ content: 'Hello', metadata }))],
])('the request of an archive proves nothing if it %s', async (_, text) => {
  const target = await judge({ content: { text: stream }, request: { postData: { text } } });
  expect(target).toMatchObject({
    verdict: 'incomplete',
    incomplete: [expect.stringMatching(/the body of its request is/)],
  });
  expect(row(target, 'messages.metadata.echoed').status).toBe('not-judged');
});

describe('the body of a request of an archive', () => {
  const post = Buffer.from(JSON.stringify({ content: 'Hello', permission_mode: 'manual', metadata }));
  const other = Buffer.from(
    JSON.stringify({ content: 'Hello', permission_mode: 'manual', metadata: { ticket: 1 } }),
  );
  const headers = (value: string) => [{ name: 'Content-Encoding', value }];
  /** Ways in which tools write a body. */
  const writings: readonly [string, (body: Buffer) => Members][] = [
    ['as text', (body) => ({ postData: { text: body.toString() } })],
    ['as text, with its size', (body) => ({ postData: { text: body.toString() }, bodySize: body.length })],
    ['as text, with no size', (body) => ({ postData: { text: body.toString() }, bodySize: -1 })],
    ['in base64', (body) => ({ postData: base64(body), bodySize: body.length })],
    ['in base64 in capitals', (body) => ({ postData: { ...base64(body), encoding: 'BASE64' } })],
    ['compressed', (body) => ({ postData: base64(gzipSync(body)), headers: headers('gzip'), bodySize: 999 })],
    [
      'decompressed',
      (body) => ({ postData: { text: body.toString() }, headers: headers('gzip'), bodySize: 999 }),
    ],
    ['in an unknown coding', (body) => ({ postData: base64(body), headers: headers('none') })],
  ];

  it.each(writings)('is compared with the answer if it is written %s', async (_, write) => {
    const statusOf = async (body: Buffer) =>
      row(await judge({ content: { text: stream }, request: write(body) }), 'messages.metadata.echoed')
        .status;
    expect([await statusOf(post), await statusOf(other)]).toEqual(['passed', 'failed']);
  });

  it.each<[string, Members, RegExp]>([
    [
      'in an unknown encoding',
      { postData: { text: 'x', encoding: 'hex' } },
      /request has the unknown encoding "hex"/,
    ],
    ['in damaged base64', { postData: { text: 'e30', encoding: 'base64' } }, /request is not base64/],
    [
      'in an encoding of its tool',
      { postData: { text: 'x', _isBinary: true } },
      /request is encoded in a way of the tool/,
    ],
    ['nowhere', { postData: {}, bodySize: 73 }, /the archive does not have the body of its request/],
    [
      'nowhere at all',
      { postData: undefined, bodySize: '73' },
      /the archive does not have the body of its request/,
    ],
    [
      'compressed, and cut',
      { postData: base64(gzipSync(post).subarray(0, 40)), headers: headers('gzip') },
      /request is packed with gzip, and damaged/,
    ],
    [
      'compressed in an unknown way',
      { postData: base64(gzipSync(post)), headers: headers('secret') },
      /request is packed \("secret"\), and cannot be unpacked/,
    ],
  ])('proves nothing if it is written %s', async (_, request, reason) => {
    const target = await judge({ content: { text: stream }, request });
    expect(target).toMatchObject({ verdict: 'incomplete', incomplete: [expect.stringMatching(reason)] });
    expect(row(target, 'messages.metadata.echoed').status).toBe('not-judged');
  });

  it('is not judged wherever it was cut, as its size shows', async () => {
    const reason = new RegExp(`the body of its request is cut: .* of its ${post.length} bytes`);
    await fc.assert(
      fc.asyncProperty(fc.nat(post.length - 1), fc.boolean(), async (length, isEncoded) => {
        const cut = post.subarray(0, length);
        // A tool that cuts text cuts it between characters.
        const text = new TextDecoder().decode(cut, { stream: true });
        const request = { postData: isEncoded ? base64(cut) : { text }, bodySize: post.length };
        const target = await judge({ content: { text: stream }, request });
        expect(target).toMatchObject({ verdict: 'incomplete' });
        expect(target.incomplete).toEqual([expect.stringMatching(reason)]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the status of an archive', () => {
  it.each([[0], [null], [undefined], [''], ['OK'], [20], [1000], [200.5], [{}]])(
    'is missing if it is %j',
    async (status) => {
      expect(await judge({ content: { text: ': wait\n\n' }, status })).toMatchObject({
        verdict: 'incomplete',
        incomplete: ['exchange 0: the archive does not have the status of a response'],
      });
    },
  );

  it('is missing with the response', async () => {
    const { log } = JSON.parse(toHar({}));
    delete log.entries[0].response;
    expect(await judgeBytes('a.har', JSON.stringify({ log }), 'har')).toMatchObject({
      verdict: 'incomplete',
    });
  });

  it('is read from a text', async () => {
    const target = await judge({ content: { text: ': wait\n\n' }, status: '200' });
    expect(target.verdict).toBe('nonconformant');
  });
});

it.each([
  ['no list', undefined, 'x-unknown', 'not-judged'],
  ['an empty list', [], 'x-unknown', 'not-judged'],
  ['an empty list, and a guess', [], 'application/octet-stream', 'not-judged'],
  ['an empty list, and the media type', [], 'text/event-stream', 'passed'],
  ['another header, and no media type', [{ name: 'date', value: 'x' }], 'x-unknown', 'failed'],
  ['another header, and the media type', [{ name: 'date', value: 'x' }], 'text/event-stream', 'passed'],
  [
    'the media type twice',
    [STREAM, { name: 'content-type', value: 'Text/Event-Stream; a=","' }],
    '',
    'passed',
  ],
  ['another media type last', [STREAM, { name: 'content-type', value: 'text/plain' }], '', 'failed'],
] as const)('the head of an archive with %s', async (_, headers, mimeType, status) => {
  const target = await judge({ headers, content: { text: stream, mimeType } });
  expect(row(target, 'stream.response.event-stream').status).toBe(status);
  expect(row(target, 'stream.terminal.exactly-one').status).toBe(
    status === 'failed' ? 'not-exercised' : 'passed',
  );
});

it('ignores missing members in entries of other services, even in the first entry', async () => {
  const { log } = JSON.parse(toHar({ content: { text: stream } }));
  log.entries.unshift({ request: { method: 'GET', url: 'https://cdn.example/x.js' } });
  expect(await judgeBytes('a.har', JSON.stringify({ log }), 'har')).toMatchObject({ verdict: 'conformant' });
});
