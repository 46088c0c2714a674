import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../../src/client/event-reader.ts';
import { FRAMING } from '../streams/framing.ts';

type Events = [type: string, data: string][];

function read(pieces: Iterable<Uint8Array>): Events {
  const events: Events = [];
  const reader = new EventReader();
  for (const piece of pieces) {
    reader.push(piece);
    for (let event = reader.next(); event; event = reader.next()) events.push([event.type, event.data]);
  }
  return events;
}

const byteByByte = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte));

const streams = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom('data: ', 'event: ', 'data', 'data:', ':', 'id: 1', 'é東🗼', ' '),
      },
      { weight: 6, arbitrary: fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\n\r\n') },
      { weight: 1, arbitrary: fc.string() },
    ),
    { maxLength: 40 },
  )
  .map((parts) => new TextEncoder().encode(parts.join('')));

describe("the client's reader of event streams", () => {
  it.each(FRAMING)('reads the events of the standard from $name', ({ bytes, events }) => {
    const expected = events.map(([type, data]) => [type, data]);
    expect(read([bytes])).toEqual(expected);
    expect(read(byteByByte(bytes))).toEqual(expected);
  });

  it('agrees with eventsource-parser, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(streams, fc.nat(), (bytes, where) => {
        const theirs: Events = [];
        const parser = createParser({
          onEvent: ({ event, data }) => theirs.push([event ?? '', data]),
        });
        parser.feed(new TextDecoder().decode(bytes));
        const cut = bytes.length === 0 ? 0 : where % bytes.length;
        expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(theirs);
        expect(read(byteByByte(bytes))).toEqual(theirs);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['line', 'data: '],
    ['event of short lines', 'data: x\n'.repeat(1_000)],
  ])('refuses an endless %s', (_, text) => {
    const reader = new EventReader();
    const filler = new TextEncoder().encode(text + (text.endsWith('\n') ? '' : 'x'.repeat(2 ** 16)));
    const flood = () => {
      for (let sent = 0; sent < 2 ** 30; sent += filler.length) {
        reader.push(filler);
        expect(reader.next()).toBeUndefined();
      }
    };
    expect(flood).toThrow('an event of the stream has more than 16 MiB');
  });
});
