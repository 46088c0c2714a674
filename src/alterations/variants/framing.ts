import type { Framing } from '../../reference/http/event-sink.ts';
import { type Variant, variant } from '../alteration.ts';

import { inFraming } from '../decorators/ports.ts';

/** Everything that the format of event streams allows besides the plainest way to write a stream (A-78). */
export const framingVariants: readonly Variant[] = [
  framed('comments', 'A stream has comments between and within its events.', () => ({ type, data }) => {
    return `: keep-alive\n\n:\nevent: ${type}\n: between\ndata: ${JSON.stringify(data)}\n\n`;
  }),
  framed('ids', 'Events have ids, and the stream has a retry field.', () => {
    let id = 0;
    return ({ type, data }) => {
      id += 1;
      return `${id === 1 ? 'retry: 3000\n\n' : ''}id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    };
  }),
  framed('crlf', 'The lines of a stream end with a carriage return and a line feed.', () => (event) => {
    return `event: ${event.type}\r\ndata: ${JSON.stringify(event.data)}\r\n\r\n`;
  }),
  framed('cr', 'The lines of a stream end with a carriage return.', () => (event) => {
    return `event: ${event.type}\rdata: ${JSON.stringify(event.data)}\r\r`;
  }),
  framed('many-lines', 'The data of an event spans several lines.', () => ({ type, data }) => {
    const lines = JSON.stringify(data, null, 2).split('\n');
    return `event: ${type}\n${lines.map((line) => `data: ${line}\n`).join('')}\n`;
  }),
  framed(
    'unspaced',
    'An event has no spaces after its colons, and its data precedes its name.',
    () => (event) => {
      return `data:${JSON.stringify(event.data)}\nevent:${event.type}\n\n`;
    },
  ),
  framed('byte-order-mark', 'A stream begins with a byte order mark, and has unknown fields.', () => {
    let isFirst = true;
    return ({ type, data }) => {
      const mark = isFirst ? '\uFEFF' : '';
      isFirst = false;
      return `${mark}version: 1\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    };
  }),
];

function framed(reading: string, behaviour: string, framing: Framing): Variant {
  return variant(`A-78=${reading}`, behaviour, inFraming(framing));
}
