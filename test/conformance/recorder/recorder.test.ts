import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { flood, respond, STREAM_HEAD } from '../run/raw-target.ts';
import {
  afterwards,
  listRecordings,
  openBehind,
  openRecorder,
  readRecordings,
  replying,
} from './open-recorder.ts';

const TOKEN = 'harbor-secret-0123456789';
const CHUNKED_HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const CHAT = '/api/v1/chats/0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';

/** Sends a request and reads the answer to its end, as it comes over the wire. */
async function exchange(
  url: string,
  { path = '/api/v1/chats', method = 'GET', headers = {}, body = '' } = {},
): Promise<Buffer> {
  const outgoing = request(url + path, { method, headers, agent: false }).end(body);
  const [answer] = await once(outgoing, 'response');
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  return Buffer.concat(pieces);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the folder', () => {
  it.each([{}, { rotate: 1000 }])('belongs to one recorder until it stops, with %j', async (options) => {
    const { recorder, target } = await openBehind(replying('{}'), options);
    const { output } = recorder;
    await expect(openRecorder(target.url, { output, ...options })).rejects.toThrow(
      `cannot write ${output}: another recorder writes to this folder; stop it, or name another folder`,
    );
    await exchange(recorder.url);
    expect((await recorder.stop()).judgement.incomplete).toEqual([]);
    await exchange((await openRecorder(target.url, { output, ...options })).url);
  });

  it('is free again if the recorder cannot listen', async () => {
    const { recorder, target } = await openBehind(replying('{}'));
    const output = mkdtempSync(join(tmpdir(), 'conversation-api-'));
    afterwards(() => rmSync(output, { recursive: true }));
    await expect(openRecorder(target.url, { output, port: recorder.port })).rejects.toThrow('uses the port');
    await openRecorder(target.url, { output });
  });

  it('makes a file that was deleted while it was written to a failure, and goes on in the next file', async () => {
    const { recorder } = await openBehind(replying('{}'), { rotate: 100_000 });
    await exchange(recorder.url);
    const file = join(recorder.output, '0000-exchanges.jsonl');
    rmSync(file);
    for (let count = 0; count < 3; count += 1) await exchange(recorder.url);
    const problem = `${file} was moved or deleted while the recorder was writing to it`;
    expect(recorder.problems).toEqual([problem]);
    const { judgement, exchanges } = await recorder.stop();
    expect(judgement.incomplete).toEqual([
      `1 exchanges were forwarded but not recorded completely: ${problem}`,
    ]);
    expect(exchanges).toBe(3);
    expect(listRecordings(recorder.output)).toEqual(['0001-exchanges.jsonl']);
  });

  it('makes a file that is deleted during its exchange a failure', async () => {
    let remove = () => {};
    const { recorder } = await openBehind((socket) => {
      remove();
      respond(socket, 200, '{}');
    });
    const file = join(recorder.output, '0000-listChats.jsonl');
    remove = () => rmSync(file);
    await exchange(recorder.url);
    const { judgement } = await recorder.stop();
    expect(judgement.incomplete.at(-1)).toContain(
      `${file} was moved or deleted while the recorder was writing to it`,
    );
  });

  it.each([{}, { rotate: 1000 }])('is missed at the end if it was deleted, with %j', async (options) => {
    const { recorder } = await openBehind(replying('{}'), options);
    await exchange(recorder.url);
    rmSync(recorder.output, { recursive: true });
    const { judgement } = await recorder.stop();
    expect(judgement.incomplete).toEqual([
      `${recorder.output} was moved or deleted while the recorder was writing to it`,
    ]);
    mkdirSync(recorder.output);
  });

  it.each([
    ['each exchange has a file', {}],
    ['files are full after an exchange', { rotate: 1 }],
    ['the oldest file is deleted for each exchange', { rotate: 1, disk: 5000 }],
  ])('that is moved and made again belongs to whoever locks it then, if %s', async (_, options) => {
    const { recorder, target } = await openBehind(replying('{}'), options);
    for (let count = 0; count < 4; count += 1) await exchange(recorder.url);
    const moved = `${recorder.output}-moved`;
    renameSync(recorder.output, moved);
    const second = await openRecorder(target.url, { output: recorder.output, ...options });
    for (let count = 0; count < 3; count += 1) await exchange(second.url);
    const files = listRecordings(second.output);
    for (let count = 0; count < 4; count += 1) await exchange(recorder.url);
    expect(listRecordings(second.output)).toEqual(files);
    const problem = `${recorder.output} was moved or deleted while the recorder was writing to it`;
    expect(recorder.problems).toContain(problem);
    expect((await recorder.stop()).judgement.incomplete).toEqual([
      problem,
      `4 exchanges were forwarded but not recorded completely: ${problem}`,
    ]);
    expect((await second.stop()).judgement.incomplete).toEqual([]);
  });
});

describe('a recording', () => {
  it('has one chunk for what arrived together, wherever the chunks of HTTP end', async () => {
    const { recorder } = await openBehind((socket) => {
      socket.end(`${CHUNKED_HEAD}3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n`);
    });
    expect(`${await exchange(recorder.url)}`).toBe('onetwo');
    const [recording] = await recorder.finish();
    expect(recording?.chunks).toEqual(['onetwo']);
  });

  it('is a file for its owner only, named by order and operation, in a folder for its owner only', async () => {
    const { recorder } = await openBehind(replying('{}'));
    await exchange(recorder.url);
    await exchange(recorder.url, { path: `${CHAT}/messages/stream`, method: 'POST' });
    await exchange(recorder.url, { path: '/health' });
    await recorder.stop();
    expect(listRecordings(recorder.output)).toEqual([
      '0000-listChats.jsonl',
      '0001-streamMessage.jsonl',
      '0002-other.jsonl',
    ]);
    expect(statSync(recorder.output).mode & 0o777).toBe(0o700);
    for (const name of listRecordings(recorder.output))
      expect(statSync(join(recorder.output, name)).mode & 0o777).toBe(0o600);
  });

  it('never overwrites existing files, and continues their numbers', async () => {
    const output = mkdtempSync(join(tmpdir(), 'conversation-api-'));
    afterwards(() => rmSync(output, { recursive: true }));
    writeFileSync(join(output, '0041-listChats.jsonl'), 'precious');
    writeFileSync(join(output, 'notes.txt'), 'precious');
    const { recorder } = await openBehind(replying('{}'), { output });
    writeFileSync(join(output, '0042-listChats.jsonl'), 'came in between');
    await exchange(recorder.url);
    await recorder.stop();
    expect(listRecordings(output).slice(1, 3)).toEqual(['0042-listChats.jsonl', '0043-listChats.jsonl']);
    expect(statSync(join(output, '0042-listChats.jsonl')).size).toBe('came in between'.length);
  });

  it('has the times of the given clock', async () => {
    let now = 5000;
    const { recorder } = await openBehind(
      (socket) => {
        now += 40.1234567;
        respond(socket, 200, '{}');
      },
      { now: () => now, timeScale: 20 },
    );
    await exchange(recorder.url);
    const [{ lines } = { lines: [] }] = await recorder.finish();
    expect(lines[0]).toEqual({ recording: 1, timeScale: 20, startedAt: expect.any(String) });
    expect(lines.slice(1).map(({ at }) => at)).toEqual([0, 40.123, 40.123, 40.123]);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip', (text: string) => Buffer.concat([gzipSync(text.slice(0, 99)), gzipSync(text.slice(99))])],
    ['identity', Buffer.from],
    ['none', Buffer.from],
    ['utf-8', Buffer.from],
    ['chunked', Buffer.from],
    ['constructor', Buffer.from],
  ])(
    'of a body that is sent with %s holds it decompressed and masked, while the client gets it unchanged',
    async (encoding, pack) => {
      const text = JSON.stringify({ status: 'success', data: TOKEN.repeat(3000), meta: {} });
      const packed = pack(text);
      const { recorder } = await openBehind(replying(packed, { 'content-encoding': encoding }));
      expect(await exchange(recorder.url, { headers: bearer(TOKEN) })).toEqual(packed);
      const [recording] = await recorder.finish();
      expect(recording).toMatchObject({
        body: text.replaceAll(TOKEN, '*'.repeat(TOKEN.length)),
        end: 'server',
      });
      expect(recording?.cut).toBeUndefined();
      expect(recording?.response?.headers['content-encoding']).toBe(encoding);
    },
  );

  it.each([
    ['identity', '{"content":"e"}', undefined],
    ['utf-8', '{"content":"e"}', undefined],
    ['none', Buffer.from('1f9d90', 'hex'), 'the body of the request is encoded'],
  ])('of a request in the coding %s holds its body if it is text: %s', async (encoding, body, cut) => {
    const { recorder } = await openBehind(replying('{}'));
    const headers = { 'content-encoding': encoding, 'content-length': String(Buffer.byteLength(body)) };
    await exchange(recorder.url, { method: 'POST', headers, body: body as string });
    const [recording] = await recorder.finish();
    expect(recording).toMatchObject({ requestBody: cut === undefined ? body : '', end: 'server' });
    expect(recording?.cut).toBe(cut);
  });

  it('has each compressed event with its arrival time', async () => {
    const pack = (await import('node:zlib')).createGzip({ flush: constants.Z_SYNC_FLUSH });
    const { recorder } = await openBehind((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip\r\n\r\n');
      pack.pipe(socket);
      pack.write('event: ping\ndata: {"ts":1}\n\n');
    });
    const outgoing = request(recorder.url, {
      path: `${CHAT}/messages/stream`,
      method: 'POST',
      agent: false,
    }).end();
    const [answer] = await once(outgoing, 'response');
    await once(answer, 'data');
    // The recording is written in this process, after the client got the bytes.
    while (recorder.heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(recorder.heard[0]).toMatchObject({ file: '0000-streamMessage.jsonl' });
    outgoing.destroy();
  });
});

describe('traffic beyond the limits', () => {
  it('is forwarded for a large body, and the recording says that it was cut', async () => {
    const { recorder } = await openBehind(replying(Buffer.alloc(5000, 'x')), { limits: { bodyBytes: 1234 } });
    expect(await exchange(recorder.url)).toHaveLength(5000);
    const { judgement } = await recorder.stop();
    const [recording] = readRecordings(recorder.output);
    expect(recording?.body).toHaveLength(1234);
    expect(recording).toMatchObject({ end: 'client', cut: 'the recorder keeps only 1234 bytes of a body' });
    expect(judgement.incomplete).toEqual([
      '0000-listChats.jsonl: exchange 0 was not recorded completely: the recorder keeps only 1234 bytes of a body',
    ]);
  });

  it('is not decompressed if it is a compression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const { recorder } = await openBehind(replying(bomb, { 'content-encoding': 'gzip' }), {
      limits: { bodyBytes: 100_000 },
    });
    expect(await exchange(recorder.url)).toEqual(bomb);
    const [recording] = await recorder.finish();
    expect(recording?.body).toHaveLength(100_000);
    expect(recording?.cut).toBe('the recorder keeps only 100000 bytes of a body');
  });

  it('is forwarded as long as the client reads an endless stream', async () => {
    const { recorder } = await openBehind(
      (socket) => {
        socket.write(STREAM_HEAD);
        flood(socket, Buffer.alloc(10_000, ': noise\n'));
      },
      { limits: { bodyBytes: 50_000 } },
    );
    const outgoing = request(recorder.url, { path: '/api/v1/x', agent: false }).end();
    const [answer] = await once(outgoing, 'response');
    let length = 0;
    for await (const piece of answer) {
      length += piece.length;
      if (length > 1_000_000) break;
    }
    expect((await recorder.finish())[0]?.body).toHaveLength(50_000);
  });

  it.each([
    ['a large request', { requestBytes: 10 }, {}, 'the body of the request has more than 10 bytes'],
    [
      'a request beside others',
      { openRequestBytes: 10 },
      {},
      'the bodies of the open requests have more than 10 bytes together',
    ],
    ['an encoded request', {}, { 'content-encoding': 'gzip' }, 'the body of the request is encoded'],
  ])('is forwarded without being recorded: the body of %s', async (_what, limits, headers, cut) => {
    const { recorder } = await openBehind(replying('{}'), { limits });
    await exchange(recorder.url, {
      method: 'POST',
      body: 'x'.repeat(100),
      headers: { 'content-length': '100', ...headers },
    });
    expect(await recorder.finish()).toMatchObject([{ requestBody: '', body: '{}', end: 'server', cut }]);
  });

  it.each([
    [
      'an unknown encoding',
      'compress',
      Buffer.from('1f9d90', 'hex'),
      /in a way that the recorder cannot unpack/,
    ],
    [
      'an unknown encoding that ends within a character',
      'none',
      Buffer.from('a€').subarray(0, 2),
      /in a way that the recorder cannot unpack/,
    ],
    ['damaged gzip', 'gzip', 'no gzip at all', /is not valid gzip/],
    ['zstd with a window of 16 MiB', 'zstd', Buffer.from('28b52ffd00700b000061', 'hex'), /is not valid zstd/],
    [
      'gzip before other bytes',
      'gzip',
      Buffer.concat([gzipSync('a'), Buffer.from('\0\0')]),
      /other bytes follow the/,
    ],
    [
      'deflate before other bytes',
      'deflate',
      Buffer.concat([deflateSync('a'), Buffer.from('b')]),
      /other bytes follow/,
    ],
    [
      'br before other bytes',
      'br',
      Buffer.concat([brotliCompressSync('a'), Buffer.from('b')]),
      /other bytes follow/,
    ],
    [
      'two frames of zstd',
      'zstd',
      Buffer.concat([zstdCompressSync('a'), zstdCompressSync('b')]),
      /other bytes follow/,
    ],
    ['gzip that is cut', 'gzip', gzipSync('some text').subarray(0, 15), /is not valid gzip/],
  ])('is forwarded even if the recorder cannot read it: %s', async (_what, encoding, body, cut) => {
    const { recorder } = await openBehind(replying(body, { 'content-encoding': encoding }));
    expect((await exchange(recorder.url)).equals(Buffer.from(body as string))).toBe(true);
    const { judgement } = await recorder.stop();
    expect(readRecordings(recorder.output)).toMatchObject([
      { end: 'client', cut: expect.stringMatching(cut) },
    ]);
    expect([...judgement.rows.values()].some(({ violations }) => violations > 0)).toBe(false);
  });

  it.each([
    ['recordings', { exchanges: 1 }, 'there are 1 recordings'],
    ['bytes on disk', { totalBytes: 100 }, 'the recordings have 100 bytes'],
    ['tokens', { secretBytes: 20 }, 'there are too many tokens to mask them all'],
  ])('makes the verdict incomplete: %s', async (_what, limits, problem) => {
    const { recorder } = await openBehind(replying('{}'), { limits });
    for (const token of ['first-of-tokens', 'second-of-tokens', 'third-of-tokens'])
      expect((await exchange(recorder.url, { headers: bearer(token) })).toString()).toBe('{}');
    const { judgement, exchanges } = await recorder.stop();
    expect({ exchanges, files: readRecordings(recorder.output).length }).toEqual({ exchanges: 1, files: 1 });
    expect(recorder.problems).toEqual([problem]);
    expect(judgement.incomplete).toContain(
      `2 exchanges were forwarded but not recorded completely: ${problem}`,
    );
  });

  it('is forwarded even if the folder is gone', async () => {
    const { recorder } = await openBehind(replying('{}'));
    rmSync(recorder.output, { recursive: true });
    expect((await exchange(recorder.url)).toString()).toBe('{}');
    expect(recorder.problems).toEqual([
      `${recorder.output} was moved or deleted while the recorder was writing to it`,
    ]);
  });
});

describe('a token', () => {
  it('is nowhere in a recording, and its mask has the same length', async () => {
    const base64 = Buffer.from(`user:${TOKEN}`).toString('base64');
    const hex = Buffer.from(TOKEN).toString('hex').toUpperCase();
    const body = JSON.stringify({ plain: TOKEN, base64, hex, text: 'left as it is' });
    const { target, recorder } = await openBehind(
      replying(body, { 'x-echo': TOKEN, 'set-cookie': 'session=abc', location: `/x?t=${TOKEN}` }),
    );
    await exchange(recorder.url, {
      path: `/api/v1/chats?token=${TOKEN}`,
      method: 'POST',
      headers: { ...bearer(TOKEN), cookie: 'session=abc', 'content-length': `${body.length}` },
      body,
    });
    const [recording] = await recorder.finish();
    const everything = [recording?.text, recording?.requestBody, recording?.body].join('\n');
    expect(everything).not.toContain(TOKEN);
    expect(everything).not.toContain('session=abc');
    expect(everything).not.toContain(hex);
    expect(everything).not.toContain(Buffer.from(TOKEN).toString('base64').slice(4, -4));
    expect(recording?.request?.headers.authorization).toBe(`Bearer ${'*'.repeat(TOKEN.length)}`);
    expect(recording?.body).toHaveLength(body.length);
    expect(recording?.body).toContain('left as it is');
    expect(target.requests[0]?.head).toContain(TOKEN);
  });

  it('is masked across chunks, which are forwarded at once', async () => {
    let stream: Socket | undefined;
    const { recorder } = await openBehind((socket) => {
      stream = socket;
      socket.write(`${STREAM_HEAD}event: x\ndata: "${TOKEN.slice(0, 9)}`);
    });
    const outgoing = request(recorder.url, { path: '/api/v1/x', headers: bearer(TOKEN), agent: false }).end();
    const [answer] = await once(outgoing, 'response');
    expect((await once(answer, 'data')).toString()).toContain(TOKEN.slice(0, 9));
    for (const piece of [TOKEN.slice(9, 12), `${TOKEN.slice(12)}"\n\n`]) {
      stream?.write(piece);
      expect((await once(answer, 'data')).toString()).toBe(piece);
    }
    stream?.end();
    await once(answer.resume(), 'end');
    expect((await recorder.finish())[0]?.chunks).toEqual([
      'event: x\ndata: "*********',
      '***',
      `${'*'.repeat(TOKEN.length - 12)}"\n\n`,
    ]);
  });

  it('from the options is masked even if no request carries it', async () => {
    const { recorder } = await openBehind(replying(`{"leak":"${TOKEN}"}`), { tokens: [TOKEN] });
    await exchange(recorder.url);
    expect((await recorder.finish())[0]?.body).toBe(`{"leak":"${'*'.repeat(TOKEN.length)}"}`);
  });

  it.each([
    ['without a scheme', { authorization: TOKEN }],
    ['after a tab', { authorization: `Bearer\t${TOKEN}` }],
    ['after another one', { authorization: `Bearer another-token, Bearer ${TOKEN}` }],
    ['as a parameter', { authorization: `Token token="${TOKEN}"` }],
    ['for a proxy', { 'proxy-authorization': `Basic ${btoa(`me:${TOKEN}`)}` }],
    ['as a key of Azure', { 'ocp-apim-subscription-key': TOKEN }],
    ['as another key of Azure', { 'x-functions-key': TOKEN }],
    ['as a cookie', { cookie: `a=b; session="${TOKEN}"` }],
  ])('is masked everywhere if a request carries it %s', async (_, headers: Record<string, string>) => {
    const { recorder } = await openBehind(replying(`{"leak":"${TOKEN}"}`, { 'x-echo': `it is ${TOKEN}` }));
    await exchange(recorder.url, { path: `/api/v1/chats?q=${TOKEN}`, headers });
    const [recording] = await recorder.finish();
    expect([recording?.text, recording?.body].join('\n')).not.toContain(TOKEN);
    expect(recording?.body).toBe(`{"leak":"${'*'.repeat(TOKEN.length)}"}`);
  });

  it('in a parameter named like a secret is masked', async () => {
    const { recorder } = await openBehind(replying('{}'));
    await exchange(recorder.url, { path: '/api/v1/chats?page=1&api_key=abcdefgh' });
    expect((await recorder.finish())[0]?.request?.path).toBe('/api/v1/chats?page=1&api_key=********');
  });

  it('that might be a word of the contract is masked in its header only', async () => {
    const { recorder } = await openBehind(replying('{"incognito":true}'));
    await exchange(recorder.url, { headers: { 'x-session-mode': 'incognito' } });
    expect(await recorder.finish()).toMatchObject([
      { body: '{"incognito":true}', request: { headers: { 'x-session-mode': '*********' } } },
    ]);
  });

  it('that is a plain word is masked in its header only, so that the judge sees no mask', async () => {
    const { recorder } = await openBehind(replying('{"token":1}'));
    await exchange(recorder.url, { headers: bearer('token') });
    expect(await recorder.finish()).toMatchObject([
      { body: '{"token":1}', request: { headers: { authorization: 'Bearer *****' } } },
    ]);
  });
});

it('closes the recordings of open exchanges when it is stopped', async () => {
  const { recorder } = await openBehind((socket) =>
    socket.write(`${STREAM_HEAD}event: x\ndata: "${TOKEN.slice(0, 9)}`),
  );
  const outgoing = request(recorder.url, { path: '/api/v1/x', headers: bearer(TOKEN), agent: false }).end();
  outgoing.on('error', () => {});
  const [answer] = await once(outgoing, 'response');
  answer.on('error', () => {});
  await once(answer, 'data');
  expect(await recorder.finish()).toMatchObject([{ chunks: ['event: x\ndata: "*********'], end: 'client' }]);
});
