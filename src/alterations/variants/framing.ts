import type { Framing } from '../../reference/http/event-sink.ts';
import type { Variant } from './variant.ts';

/** All that the format of event streams allows besides the plainest way to write one. */
export const framingVariants: readonly Variant[] = [
  inFraming(
    'comments',
    'Comments stand before and within the events of a stream.',
    () =>
      ({ type, data }) => {
        return `: keep-alive\n\n:\nevent: ${type}\n: between\ndata: ${JSON.stringify(data)}\n\n`;
      },
  ),
  inFraming('ids', 'Events have ids, and the stream says when to come back.', () => {
    let id = 0;
    return ({ type, data }) => {
      id += 1;
      return `${id === 1 ? 'retry: 3000\n\n' : ''}id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    };
  }),
  inFraming('crlf', 'The lines of a stream end with a carriage return and a line feed.', () => (event) => {
    return `event: ${event.type}\r\ndata: ${JSON.stringify(event.data)}\r\n\r\n`;
  }),
  inFraming('cr', 'The lines of a stream end with a carriage return.', () => (event) => {
    return `event: ${event.type}\rdata: ${JSON.stringify(event.data)}\r\r`;
  }),
  inFraming('many-lines', 'The data of an event takes several lines.', () => ({ type, data }) => {
    const lines = JSON.stringify(data, null, 2).split('\n');
    return `event: ${type}\n${lines.map((line) => `data: ${line}\n`).join('')}\n`;
  }),
  inFraming(
    'unspaced',
    'No space stands after the colons, and data stands before the name.',
    () => (event) => {
      return `data:${JSON.stringify(event.data)}\nevent:${event.type}\n\n`;
    },
  ),
  inFraming(
    'byte-order-mark',
    'A stream begins with a byte order mark, and has fields of no name known.',
    () => {
      let isFirst = true;
      return ({ type, data }) => {
        const mark = isFirst ? '\uFEFF' : '';
        isFirst = false;
        return `${mark}version: 1\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      };
    },
  ),
];

function inFraming(way: string, behaviour: string, framing: Framing): Variant {
  return { id: `A-78=${way}`, openPoint: 'A-78', port: 'framing', behaviour, framing: () => framing };
}
