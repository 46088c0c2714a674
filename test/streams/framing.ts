/**
 * Event streams written by hand, byte by byte, with the events that the algorithm of the HTML standard yields for them.
 * All stream readers share them. None was written with our own serializer.
 */
export interface FramingCase {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Type, data and offset of each event. */
  readonly events: readonly (readonly [type: string, data: string, offset: number])[];
  /** Types of the blocks that name an event but have no data. */
  readonly dropped?: readonly string[];
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : part)));

export const FRAMING: readonly FramingCase[] = [
  { name: 'nothing', bytes: utf8(''), events: [] },
  { name: 'only blank lines', bytes: utf8('\n\n\r\n\r'), events: [] },
  { name: 'LF', bytes: utf8('event: a\ndata: 1\n\nevent: b\ndata: 2\n\n'), events: [['a', '1', 0], ['b', '2', 18]] },
  { name: 'CR', bytes: utf8('event: a\rdata: 1\r\revent: b\rdata: 2\r\r'), events: [['a', '1', 0], ['b', '2', 18]] },
  {
    name: 'CRLF',
    bytes: utf8('event: a\r\ndata: 1\r\n\r\nevent: b\r\ndata: 2\r\n\r\n'),
    events: [['a', '1', 0], ['b', '2', 21]],
  },
  { name: 'mixed line ends', bytes: utf8('event: a\rdata: 1\r\n\ndata: 2\n\r'), events: [['a', '1', 0], ['', '2', 19]] },
  { name: 'LF CR as two line ends', bytes: utf8('data: 1\n\rdata: 2\n\r'), events: [['', '1', 0], ['', '2', 9]] },
  { name: 'a byte order mark', bytes: bytes([0xef, 0xbb, 0xbf], 'data: 1\n\n'), events: [['', '1', 3]] },
  { name: 'a second mark is part of a name', bytes: bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], 'data: 1\n\ndata: 2\n\n'), events: [['', '2', 15]] },
  { name: 'half a mark', bytes: bytes([0xef, 0xbb], 'data: 1\n\ndata: 2\n\n'), events: [['', '2', 11]] },
  { name: 'a mark inside data stays', bytes: bytes('data: ', [0xef, 0xbb, 0xbf], '1\n\n'), events: [['', '\uFEFF1', 0]] },
  { name: 'several data lines', bytes: utf8('data: 1\ndata: 2\ndata:3\n\n'), events: [['', '1\n2\n3', 0]] },
  { name: 'one space is taken, two are not', bytes: utf8('data:1\ndata: 2\ndata:  3\n\n'), events: [['', '1\n2\n 3', 0]] },
  { name: 'a comment', bytes: utf8(': hello\nevent: a\n: again\ndata: 1\n\n'), events: [['a', '1', 8]] },
  { name: 'comments alone', bytes: utf8(':\n\n: keep\n\n'), events: [] },
  { name: 'fields that are not known', bytes: utf8('id: 7\nretry: 10\nfoo: bar\ndata: 1\n\n'), events: [['', '1', 0]] },
  { name: 'a field name is exact', bytes: utf8(' data: 0\nDATA: 0\ndatas: 0\ndata : 0\ndata: 1\n\n'), events: [['', '1', 0]] },
  { name: 'the last name counts', bytes: utf8('event: a\nevent: b\ndata: 1\n\n'), events: [['b', '1', 0]] },
  { name: 'a name does not outlive its block', bytes: utf8('event: a\ndata: 1\n\ndata: 2\n\n'), events: [['a', '1', 0], ['', '2', 18]] },
  { name: 'a name without data', bytes: utf8('event: a\n\ndata: 1\n\n'), events: [['', '1', 10]], dropped: ['a'] },
  { name: 'data without a value', bytes: utf8('data\n\ndata:\n\ndata: \n\n'), events: [['', '', 0], ['', '', 6], ['', '', 13]] },
  { name: 'two empty data lines', bytes: utf8('data\ndata\n\n'), events: [['', '\n', 0]] },
  { name: 'no blank line at the end', bytes: utf8('data: 1\n\ndata: 2\n'), events: [['', '1', 0]] },
  { name: 'no line end at the end', bytes: utf8('data: 1\n\ndata: 2'), events: [['', '1', 0]] },
  { name: 'a colon inside the value', bytes: utf8('data: a: b\n\n'), events: [['', 'a: b', 0]] },
  { name: 'text beyond ASCII', bytes: utf8('event: é\ndata: 東京 🗼\n\n'), events: [['é', '東京 🗼', 0]] },
  { name: 'NUL', bytes: bytes('data: a', [0], 'b\n\n'), events: [['', 'a\0b', 0]] },
  { name: 'malformed UTF-8', bytes: bytes('data: a', [0xff, 0xc3], '\n\ndata: ', [0xe6, 0x9d], '\n\n'), events: [['', 'a\uFFFD\uFFFD', 0], ['', '\uFFFD', 11]] },
  { name: 'line separators of Unicode are text', bytes: utf8('data: a\u2028b\u0085c\n\n'), events: [['', 'a\u2028b\u0085c', 0]] },
  { name: 'vertical tab and form feed are text', bytes: utf8('data: a\u000bb\u000cc\n\n'), events: [['', 'a\u000bb\u000cc', 0]] },
];
