import { describe, expect, it } from 'vitest';
import { readSavedHead } from '../../../src/conformance/recordings/saved-head.ts';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes } from '../report/judge-bytes.ts';

const plain = readRecording('valid/plain.sse').toString();
const headOf = (type: string, status = '200 OK') => `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n\r\n`;
const STREAM = headOf('text/event-stream; charset=utf-8');
const verbose = (head: string) =>
  [
    '* Connected to 127.0.0.1',
    '> POST /x HTTP/1.1',
    '>',
    ...head
      .trimEnd()
      .split('\r\n')
      .map((line) => `< ${line}`),
    '< ',
    '{ [5 bytes data]',
    '',
  ].join('\r\n');

describe('the head of a response before its stream', () => {
  it.each([
    ['of curl -i', STREAM, 'conformant'],
    ['of curl -v', verbose(STREAM), 'conformant'],
    [
      'after others',
      `${headOf('text/html', '301 Moved')}HTTP/1.1 100 Continue\r\n\r\n${STREAM}`,
      'conformant',
    ],
    ['with a folded header', STREAM.replace('\r\n\r\n', '\r\nServer: a\r\n b\r\n\r\n'), 'conformant'],
    ['with plain line ends', STREAM.replaceAll('\r\n', '\n'), 'conformant'],
    ['of another media type', headOf('text/plain'), 'nonconformant'],
    ['of curl -v with another media type', verbose(headOf('text/plain')), 'nonconformant'],
    ['without a media type', 'HTTP/2 200 \r\nserver: a\r\n\r\n', 'nonconformant'],
    ['with a failure', headOf('text/event-stream', '500 Internal Server Error'), 'incomplete'],
  ])('%s is judged', async (_, head, verdict) => {
    for (const piece of [1 << 16, 1, 7]) {
      const report = await judgeBytes('turn.sse', head + plain, 'sse', {}, piece);
      expect(report.verdict).toBe(verdict);
      const row = report.requirements.find(({ id }) => id === 'stream.response.event-stream');
      const statuses = { conformant: 'passed', nonconformant: 'failed', incomplete: 'not-exercised' };
      expect(row?.status).toBe(statuses[verdict as keyof typeof statuses]);
    }
  });

  it('leaves the places of findings where they are in the file', async () => {
    const broken = readRecording('valid/plain.sse').toString().replace('"replace":false', '"replace":0');
    const [without, behind] = await Promise.all(
      [broken, STREAM + broken].map(async (text) => {
        const { requirements } = await judgeBytes('turn.sse', text);
        return requirements.flatMap(({ findings }) => findings.map(({ offset = 0 }) => offset));
      }),
    );
    expect(behind).toEqual(without?.map((offset) => offset + STREAM.length));
    expect(without).not.toEqual([]);
  });

  it.each([
    ['no head', plain],
    ['a head that does not end', STREAM.slice(0, -2)],
    ['lines that are no head', `Hello\n${plain}`],
  ])('is not found in %s', (_, text) => {
    expect(readSavedHead(Buffer.from(text))).toBeUndefined();
  });
});
