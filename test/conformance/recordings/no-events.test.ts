import { describe, expect, it } from 'vitest';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes, row } from '../report/judge-bytes.ts';

const CHAT = '4be83950-3ee8-4ec4-b157-c05c3e6a3437';
const PATH = `/api/v1/chats/${CHAT}/messages/stream`;
const STREAM = { 'content-type': 'text/event-stream' };
const START = 'event: message.start\ndata: {}\n';
const RULES = ['stream.start.always', 'stream.terminal.exactly-one'];
const plain = readRecording('valid/plain.sse').toString();

type Line = Readonly<Record<string, unknown>>;

/** A recording of one exchange whose response has this body, in one chunk. */
function toRecording(
  body: string | undefined,
  { path = PATH, status = 200, end = 'server', method = 'POST' } = {},
) {
  const lines: Line[] = [
    { recording: 1 },
    { exchange: 0, at: 0, request: { method, path } },
    { exchange: 0, at: 1, response: { status, headers: STREAM } },
    ...(body ? [{ exchange: 0, at: 2, chunk: Buffer.from(body).toString('base64') }] : []),
    ...(end === 'none' ? [] : [{ exchange: 0, at: 3, end }]),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function toHar(
  content: Line,
  { status = 200, length, url = `https://chat.example${PATH}`, ...more }: Line = {},
) {
  const headers = [
    { name: 'Content-Type', value: 'text/event-stream' },
    { name: 'Content-Length', value: length },
  ];
  const response = { status, headers, content, ...more };
  return JSON.stringify({ log: { entries: [{ request: { method: 'POST', url }, response }] } });
}

describe('a turn whose stream has no event', () => {
  it.each([
    ['is empty', toRecording(''), 'recording'],
    ['has comments only', toRecording(': wait\n\n: wait\n\n'), 'recording'],
    ['is a page', toRecording('<!doctype html>\n<p>Sorry</p>\n\n'), 'recording'],
    ['ends before its first blank line', toRecording(START), 'recording'],
    ['has bytes of no known form', toRecording('\x1f\x8b\b\0\0\n\n'), 'recording'],
    ['is a 204', toRecording('', { status: 204 }), 'recording'],
    ['is empty in an archive that has its length', toHar({ text: '', size: 0 }, { length: '0' }), 'har'],
    ['has comments only in an archive', toHar({ text: ': wait\n\n' }), 'har'],
    ['is a 204 in an archive', toHar({ size: 0 }, { status: 204 }), 'har'],
  ] as const)('is nonconformant if it %s', async (_, text, format) => {
    const target = await judgeBytes('x', text, format);
    expect(target.verdict).toBe('nonconformant');
    expect(RULES.map((id) => row(target, id).status)).toEqual(['failed', 'failed']);
    expect(RULES.map((id) => row(target, id).violations)).toEqual([1, 1]);
    expect(row(target, RULES[0] as string).findings[0]?.actual).toMatch(/^the stream ends without an event/);
  });

  it('exercises only the requirement of its media type', async () => {
    const target = await judgeBytes('x', toRecording(': wait\n\n'), 'recording');
    const passed = target.requirements.filter(({ status }) => status === 'passed').map(({ id }) => id);
    expect(passed).toEqual(['stream.response.event-stream']);
  });

  it('names the unfinished block', async () => {
    const target = await judgeBytes('x', toRecording(START), 'recording');
    const { findings } = row(target, 'stream.start.always');
    expect(findings).toMatchObject([
      {
        exchange: 0,
        offset: START.length,
        actual: 'the stream ends without an event; the block at byte 0 has no blank line after it',
      },
    ]);
  });

  it.each([
    ['the client left', toRecording('', { end: 'client' }), 'recording'],
    ['the connection broke', toRecording(START, { end: 'error' }), 'recording'],
    ['the recording has no end', toRecording('', { end: 'none' }), 'recording'],
    ['the connection broke in an archive', toHar({ text: '' }, { _error: 'net::ERR_ABORTED' }), 'har'],
    ['the archive does not have the body', toHar({ size: 0 }), 'har'],
    ['the archive has an empty text for it', toHar({ text: '', size: 0 }), 'har'],
    ['the archive has an empty text without a size', toHar({ text: '' }), 'har'],
    ['the archive has another size', toHar({ size: 700, text: '' }), 'har'],
  ] as const)('is incomplete if %s', async (_, text, format) => {
    const target = await judgeBytes('x', text, format);
    expect(target.verdict).toBe('incomplete');
    expect(RULES.map((id) => row(target, id).status)).toEqual(['not-judged', 'not-judged']);
    expect(target.incomplete).toHaveLength(1);
  });

  it.each([
    ['a failure of a gateway', toRecording('', { status: 502 }), 'recording'],
    [
      'a stream of another service',
      toRecording('data: hello\n\n', { path: '/v1/chat/completions' }),
      'recording',
    ],
    ['an empty stream of another service', toHar({ text: '' }, { url: 'https://other.example/s' }), 'har'],
    ['raw text', '', 'sse'],
    ['raw comments', ': wait\n\n', 'sse'],
  ] as const)('is not assumed of %s', async (_, text, format) => {
    expect(await judgeBytes('x', text, format)).toMatchObject({ verdict: 'nothing-ran', incomplete: [] });
  });
});

describe('an exchange with unseen parts', () => {
  const exchange = (...lines: readonly Line[]) => [
    { recording: 1 },
    { exchange: 0, at: 0, request: { method: 'GET', path: '/api/v1/chat/catalog' } },
    ...lines.map((line) => ({ exchange: 0, at: 1, ...line })),
  ];
  const response = { response: { status: 200, headers: { 'content-type': 'application/json' } } };
  const chunk = { chunk: Buffer.from('{}').toString('base64') };
  const stream = { chunk: Buffer.from(plain).toString('base64') };

  it.each([
    ['a response that was cut', [response, chunk, { end: 'client' }], /^a response was cut/],
    ['a response whose end is not recorded', [response, chunk], /^an exchange is not over yet/],
    ['a request whose response has not begun', [], /^an exchange is not over yet/],
    [
      'an exchange that ended without a response',
      [{ end: 'server' }],
      /^an exchange ended without a response/,
    ],
    [
      'a body before its response',
      [chunk, response, { end: 'error' }],
      /chunk after the response of exchange 0/,
    ],
    ['a second response', [response, response, { end: 'client' }], /the only response of exchange 0/],
    [
      'a request that is repeated',
      [{ request: { method: 'GET', path: '/' } }, response, { end: 'client' }],
      /a new exchange: 0 has not ended/,
    ],
  ] as const)('makes the verdict incomplete: %s', async (_, lines, reason) => {
    const text = exchange(...lines)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    const target = await judgeBytes('x', text, 'recording');
    expect(target.verdict).toBe('incomplete');
    expect(target.incomplete).toContainEqual(expect.stringMatching(reason));
  });

  it('is nonconformant if a stream arrives in place of JSON', async () => {
    const head = { response: { status: 200, headers: STREAM } };
    const text = exchange(head, stream, { end: 'server' })
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    const target = await judgeBytes('x', text, 'recording');
    expect(row(target, 'service.bodies.json-responses').status).toBe('failed');
  });

  it('is judged in the failures of a streaming send too', async () => {
    const failure = { message_code: 7, data: {}, meta: {} };
    const target = await judgeBytes(
      'x',
      toRecording(JSON.stringify(failure), { status: 409 }).replace('event-stream', 'json'),
      'recording',
    );
    expect(target.verdict).toBe('nonconformant');
  });

  it('is incomplete, not failed, if the archive left out its body', async () => {
    const url = 'https://chat.example/api/v1/chat/catalog';
    const entry = { request: { method: 'GET', url }, response: { status: 200, content: { size: 90 } } };
    const target = await judgeBytes('x', JSON.stringify({ log: { entries: [entry] } }), 'har');
    expect(target).toMatchObject({
      verdict: 'incomplete',
      incomplete: ['exchange 0: the archive does not have its body'],
    });
  });
});
