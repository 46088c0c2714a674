import type { Framing } from '../../reference/http/event-sink.ts';
import { type Variant, variant } from '../alteration.ts';
import { rewriteFraming } from '../decorators/ports.ts';

/**
 * Everything that the event stream format allows besides the simplest way to write a stream (A-78). Variants that write the lines of an
 * event come first, and line endings last, so that a server can combine several.
 */
export const framingVariants: readonly Variant[] = [
  written('many-lines', 'The data of an event spans several lines.', () => ({ type, data }) => {
    const lines = JSON.stringify(data, null, 2).split('\n');
    return `event: ${type}\n${lines.map((line) => `data: ${line}\n`).join('')}\n`;
  }),
  written(
    'unspaced',
    'An event has no spaces after its colons, and its data precedes its name.',
    () => (event) => {
      return `data:${JSON.stringify(event.data)}\nevent:${event.type}\n\n`;
    },
  ),
  respelt('ids', 'Events have ids, and the stream has a retry field.', () => {
    let id = 0;
    return (event) => {
      id += 1;
      return `${id === 1 ? 'retry: 3000\n\n' : ''}id: ${id}\n${event}`;
    };
  }),
  respelt('comments', 'A stream has comments between and within its events.', () => (event) => {
    return `: keep-alive\n\n:\n${event.replace('\n', '\n: between\n')}`;
  }),
  respelt('byte-order-mark', 'A stream begins with a byte order mark, and has unknown fields.', () => {
    let isFirst = true;
    return (event) => {
      const mark = isFirst ? '\uFEFF' : '';
      isFirst = false;
      return `${mark}version: 1\n${event}`;
    };
  }),
  respelt(
    'crlf',
    'The lines of a stream end with a carriage return and a line feed.',
    () => (event) => event.replaceAll('\n', '\r\n'),
  ),
  respelt('cr', 'The lines of a stream end with a carriage return.', () => (event) => {
    return event.replaceAll('\n', '\r');
  }),
];

/** A variant that writes the text of events itself. */
function written(reading: string, behaviour: string, framing: Framing): Variant {
  return variant(`A-78=${reading}`, behaviour, { port: 'framing', framing: () => framing });
}

/** A variant that changes the text of events. @param make called once per stream */
function respelt(reading: string, behaviour: string, make: () => (event: string) => string): Variant {
  return variant(`A-78=${reading}`, behaviour, { port: 'framing', framing: rewriteFraming(make) });
}
