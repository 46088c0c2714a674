import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../src/conformance/recordings/base64.ts';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes, row } from '../report/judge-bytes.ts';

const PATH = '/api/v1/chats/4be83950-3ee8-4ec4-b157-c05c3e6a3437/messages/stream';
const plain = readRecording('valid/plain.sse').toString('base64');
const INVALID = [
  ['another character', 'QUJD!Q=='],
  ['a line break', 'QUJD\nQUI='],
  ['no padding', 'QQ'],
  ['the alphabet of URLs', '-_8='],
  ['one digit too many', 'QUJDR==='],
  ['padding in the middle', 'QQ==QUJD'],
  ['padding alone', '===='],
  ['letters beyond ASCII', 'QUJé'],
  ['letters whose lower byte is a digit', 'QUJ\u0141'],
] as const;

describe('base64', () => {
  it.each(['', 'QQ==', 'QUI=', 'QUJD', '+/+/', 'AAAAAAAA'])('is decoded: %j', (text) => {
    expect(decodeBase64(text)).toEqual(Buffer.from(text, 'base64'));
  });

  it.each(INVALID)('is refused with %s', (_, text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });
});

describe.each(INVALID)('an exchange with base64 that has %s', (_, invalid) => {
  const toRecording = (body: string, chunks: readonly string[]) =>
    [
      { recording: 1 },
      { exchange: 0, at: 0, request: { method: 'POST', path: PATH, body } },
      { exchange: 0, at: 1, response: { status: 200, headers: { 'content-type': 'text/event-stream' } } },
      ...chunks.map((chunk) => ({ exchange: 0, at: 2, chunk })),
      { exchange: 0, at: 3, end: 'server' },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');

  it('is judged up to a chunk that has it, and no rule relies on the rest', async () => {
    const target = await judgeBytes('x', toRecording('e30=', [invalid, plain]), 'recording');
    expect(target).toMatchObject({
      verdict: 'incomplete',
      incomplete: ['exchange 0: the chunk in line 4 of the recording is not base64'],
      summary: { events: 0 },
    });
  });

  it('is judged without its request', async () => {
    const target = await judgeBytes('x', toRecording(invalid, [plain]), 'recording');
    expect(target).toMatchObject({
      verdict: 'incomplete',
      incomplete: ['exchange 0: the body of the request in line 2 of the recording is not base64'],
      summary: { events: 11 },
    });
    expect(row(target, 'messages.metadata.echoed').status).toBe('not-judged');
  });
});

describe('the content of an archive', () => {
  const judge = (content: object) => {
    const request = { method: 'POST', url: `https://chat.example${PATH}` };
    const response = { status: 200, content: { mimeType: 'text/event-stream', ...content } };
    return judgeBytes('x', JSON.stringify({ log: { entries: [{ request, response }] } }), 'har');
  };

  it.each(INVALID)('makes the verdict incomplete with %s', async (_, text) => {
    expect(await judge({ text, encoding: 'base64' })).toMatchObject({
      verdict: 'incomplete',
      incomplete: ['exchange 0: its body is not base64'],
    });
  });

  it.each(['gzip', 'utf-16', 'base64url'])(
    'makes the verdict incomplete with the encoding %s',
    async (encoding) => {
      expect(await judge({ text: plain, encoding })).toMatchObject({
        verdict: 'incomplete',
        incomplete: [`exchange 0: its body has the unknown encoding "${encoding}"`],
      });
    },
  );
});
