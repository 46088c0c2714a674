import { describe, expect, it } from 'vitest';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes } from '../report/judge-bytes.ts';

const plain = readRecording('valid/plain.sse').toString();
const lines = plain.split('\n');
const cut = plain.slice(0, plain.indexOf('event: message.completed'));
const METER = '100   152    0   150  100     2    746      9 --:--:-- --:--:-- --:--:--   756';

function chunked(text: string, end = '\r\n'): string {
  const pieces = text.match(/.{1,100}/gs) ?? [];
  return `${pieces.map((piece) => `${piece.length.toString(16)}${end}${piece}${end}`).join('')}0${end}${end}`;
}

describe('the likely cause of damage in a stream', () => {
  it.each([
    ['chunks', chunked(plain), 0, /^the sizes of chunks are in the text/],
    ['chunks with plain line ends', chunked(plain, '\n'), 0, /^the sizes of chunks/],
    ['chunks behind a head', `HTTP/1.1 200 OK\r\nA: b\r\n\r\n${chunked(plain)}`, 25, /^the sizes of chunks/],
    [
      'progress',
      `${METER}${plain.replace('\n\n', `\n\n\r${METER}`)}`,
      0,
      /^the progress of curl is in the text/,
    ],
    ['two turns', plain + plain, Buffer.byteLength(plain), /^a second stream begins here/],
    ['line ends', plain.replaceAll('\n', '\r\r\n'), lines[0]?.length, /^lines end in CR CR LF/],
    [
      'no last blank line',
      plain.trimEnd(),
      Buffer.byteLength(plain.trimEnd()),
      /^the last blank line is missing/,
    ],
    ['no last blank line', plain.slice(0, -1), Buffer.byteLength(plain) - 1, /^the last blank line/],
    ['no blank lines', plain.replaceAll('\n\n', '\n'), 0, /^no blank line ends an event/],
    [
      'data alone',
      lines.filter((line) => line.startsWith('data:')).join('\n'),
      0,
      /^only the data lines are here/,
    ],
  ])('comes first: %s', async (_, text, offset, cause) => {
    for (const piece of [1 << 16, 7]) {
      const { damage } = await judgeBytes('turn.sse', text, 'sse', {}, piece);
      expect(damage).toEqual([{ offset, text: expect.stringMatching(cause) }]);
    }
  });

  it.each([
    ['a sound stream', plain],
    ['a stream that lacks its end', cut],
    ['a stream with a line that is a number', plain.replace('\n\n', '\n\n42\n')],
    ['a turn that ends twice', plain + plain.slice(cut.length)],
    ['nothing', ''],
    ['one event without a blank line', 'event: ping\ndata: {}\n'],
  ])('is not assumed for %s', async (_, text) => {
    expect(await judgeBytes('turn.sse', text)).not.toHaveProperty('damage');
  });

  it('makes a stream incomplete if curl reports that it did not read to the end', async () => {
    const error = 'curl: (18) transfer closed with outstanding read data remaining';
    const target = await judgeBytes('turn.sse', `${cut}${error}\n`);
    expect(target).toMatchObject({
      verdict: 'incomplete',
      damage: [{ offset: Buffer.byteLength(cut), text: `curl did not reach the end: ${error}` }],
      incomplete: [expect.stringContaining('was cut before its terminal event')],
    });
  });

  it('does not excuse a stream that has this message in the middle', async () => {
    const target = await judgeBytes('turn.sse', `curl: (18) transfer closed\n\n${cut}`);
    expect(target.verdict).toBe('nonconformant');
  });
});
