import { EventStreamReader } from '../../../src/event-stream/index.ts';
import { type PlayedEvent, type PlayedStream, timesWithout } from './timeline.ts';

/** Data of one event that is shown, in characters. */
const LONGEST_DATA = 20_000;

/** Bytes of a stream, and when they came in milliseconds, if that is known. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly at?: number | undefined;
}

/** The events of one stream. At most `most` of them are kept. */
export function readBody(
  chunks: readonly Chunk[],
  most: number,
): Pick<PlayedStream, 'events' | 'isTimed' | 'left'> {
  const found: { type: string; data: string; at: number | undefined }[] = [];
  let left = 0;
  const reader = new EventStreamReader();
  try {
    for (const { bytes, at } of chunks) {
      reader.push(bytes);
      for (let event = reader.next(); event; event = reader.next()) {
        if (found.length >= most) left += 1;
        else found.push({ type: event.type, data: event.data.slice(0, LONGEST_DATA), at });
      }
    }
  } catch {
    // An event is larger than the reader allows. The judge reports it.
  }
  const isTimed = found.length > 0 && found.every(({ at }) => at !== undefined);
  const spaced = timesWithout(found.map(({ type }) => type));
  const first = found[0]?.at ?? 0;
  const events = found.map(
    ({ type, data, at }, index): PlayedEvent => ({
      index,
      type,
      data,
      at: isTimed ? Math.max(0, (at ?? 0) - first) : (spaced[index] ?? 0),
    }),
  );
  return { events, isTimed, left };
}
