import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/conformance/recordings/detect-format.ts';

const LONG = 20_000;
const behind = (filler: string, text: string) => Buffer.from(`${filler.repeat(LONG / filler.length)}${text}`);

describe('the format of an input', () => {
  it.each([
    ['a stream', 'sse', Buffer.from('event: ping\ndata: {}\n\n')],
    ['a stream behind comments', 'sse', behind(': \n', 'event: ping\n')],
    ['a stream behind lines of another kind', 'sse', behind('what it is\n', 'event: ping\n')],
    ['a recording behind blanks', 'recording', behind(' ', '{"recording":1}')],
    ['an archive behind blanks', 'har', behind('\n', '{"log":{}}')],
    ['nothing', 'sse', Buffer.alloc(0)],
    ['blanks', 'sse', behind(' ', '')],
    ['a text behind blanks', undefined, behind(' ', 'a text')],
    ['a text', undefined, behind('a text ', '')],
    ['a byte order mark and a recording', 'recording', Buffer.from('\uFEFF{"recording":1}')],
    ['letters across the first bytes', 'sse', behind('東京の店は\n', 'data: {}\n')],
  ])('of %s is %s', (_, format, head) => {
    expect(detectFormat(head)).toBe(format);
  });
});
