import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteQueue } from '../../src/event-stream/byte-queue.ts';
import { EventStreamReader, EventTooLargeError, formatEvent } from '../../src/event-stream/index.ts';
import { FRAMING } from '../streams/framing.ts';

interface Reading {
  events: [string, string, number][];
  dropped: string[];
}

/** Reads pieces one after another. Overwrites the memory of each piece afterwards, as a caller may. */
function read(pieces: Iterable<Uint8Array>): Reading {
  const reading: Reading = { events: [], dropped: [] };
  const reader = new EventStreamReader({ onDropped: ({ type }) => reading.dropped.push(type) });
  for (const piece of pieces) {
    const borrowed = Uint8Array.from(piece);
    reader.push(borrowed);
    for (let event = reader.next(); event; event = reader.next()) {
      reading.events.push([event.type, event.data, event.offset]);
    }
    borrowed.fill(0x23);
  }
  return reading;
}

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const size of sizes) {
    pieces.push(bytes.subarray(start, start + size));
    start += size;
  }
  pieces.push(bytes.subarray(start));
  return pieces;
}

const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Bytes that look like a stream: fields, line ends and garbage in any order. */
const streamBytes = fc
  .array(
    fc
      .oneof(
        {
          weight: 6,
          arbitrary: fc.constantFrom('data: ', 'event: ', 'data', 'data:', ':', 'id: 1', 'x', 'é東🗼', ' '),
        },
        { weight: 6, arbitrary: fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\n\r\n') },
        { weight: 1, arbitrary: fc.string() },
      )
      .map((text) => new TextEncoder().encode(text)),
    { maxLength: 40 },
  )
  .map(joined);
const anyBytes = fc.oneof(
  streamBytes,
  fc.uint8Array({ maxLength: 200 }),
  fc.tuple(streamBytes, fc.uint8Array({ maxLength: 8 }), streamBytes).map(joined),
);
const sizes = fc.array(fc.nat({ max: 12 }), { maxLength: 60 });

describe('reading an event stream', () => {
  it.each(FRAMING)('reads the events of the standard from $name', ({ bytes, events, dropped }) => {
    expect(read([bytes])).toEqual({ events, dropped: dropped ?? [] });
  });

  it.each(FRAMING)('reads the same events from $name byte by byte', ({ bytes, events, dropped }) => {
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(read(pieces)).toEqual({ events, dropped: dropped ?? [] });
  });

  it('does not depend on how the bytes are split', () => {
    fc.assert(
      fc.property(anyBytes, sizes, (bytes, where) => {
        expect(read(cut(bytes, where))).toEqual(read([bytes]));
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with eventsource-parser', () => {
    fc.assert(
      fc.property(streamBytes, (bytes) => {
        const text = new TextDecoder().decode(bytes);
        const theirs: [string, string][] = [];
        const parser = createParser({ onEvent: ({ event, data }) => theirs.push([event ?? '', data]) });
        parser.feed(text);
        expect(read([bytes]).events.map(([type, data]) => [type, data])).toEqual(theirs);
      }),
      { numRuns: 5_000 },
    );
  });

  it('reads back the output of the writer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ type: fc.stringMatching(/^[^\r\n]+$/u), data: fc.string() })),
        (events) => {
          const bytes = new TextEncoder().encode(events.map(formatEvent).join(''));
          const expected = events.map(({ type, data }) => [type, data.replaceAll(/\r\n|\r/g, '\n')]);
          expect(read([bytes]).events.map(([type, data]) => [type, data])).toEqual(expected);
        },
      ),
    );
  });

  it('refuses to write a name that would forge a field', () => {
    expect(() => formatEvent({ type: 'a\ndata: forged', data: '' })).toThrow(TypeError);
  });
});

describe('limits', () => {
  const limits = { eventBytes: 100 };

  it.each([
    ['a line that never ends', 'data: '.padEnd(200, 'x')],
    ['an event of many lines', `${'data: 1234567890\n'.repeat(20)}\n`],
  ])('stops at %s with its offset', (_, text) => {
    const reader = new EventStreamReader({}, limits);
    reader.push(new TextEncoder().encode(`data: 1\n\n${text}`));
    expect(reader.next()?.data).toBe('1');
    expect(() => reader.next()).toThrow(expect.objectContaining({ code: 'event-too-large', offset: 9 }));
    expect(EventTooLargeError.prototype).toBeInstanceOf(Error);
  });

  it('has the offset of an unfinished block', () => {
    const reader = new EventStreamReader();
    reader.push(new TextEncoder().encode('data: 1\n\nevent: a\ndata: 2\n'));
    while (reader.next());
    expect(reader.unfinishedAt).toBe(9);
  });

  it.each([
    ['between events', 'data: 1\n\n', false],
    ['in the middle of a line', 'data: 1\n\nda', true],
    ['before the blank line of an event', 'data: 1\n\ndata: 2\n', true],
    ['in a comment', 'data: 1\n\n: co', false],
    ['after a comment', ': comment\n', false],
    ['between CR and LF of the blank line', 'data: 1\r\n\r', false],
  ])('reports whether it is inside an event: %s', (_, text, isInEvent) => {
    const reader = new EventStreamReader();
    reader.push(new TextEncoder().encode(text));
    while (reader.next());
    expect(reader.isInEvent).toBe(isInEvent);
  });

  it('reads a long line in many pieces', () => {
    const reader = new EventStreamReader();
    reader.push(new TextEncoder().encode('data: '));
    reader.next();
    const piece = new Uint8Array(16).fill(0x61);
    for (let count = 0; count < 20_000; count++) {
      reader.push(piece);
      reader.next();
    }
    reader.push(new TextEncoder().encode('\n\n'));
    expect(reader.next()?.data).toHaveLength(320_000);
  });

  it('copies a long line in many pieces in linear time', () => {
    const queue = new ByteQueue();
    let copied = 0;
    let memory = queue.bytes;
    for (let count = 0; count < 20_000; count++) {
      queue.append(new Uint8Array(16));
      queue.retain();
      if (queue.bytes !== memory) {
        memory = queue.bytes;
        copied += queue.end - queue.position;
      }
    }
    expect(queue.end - queue.position).toBe(320_000);
    expect(copied).toBeLessThan(4 * 320_000);
  });
});
