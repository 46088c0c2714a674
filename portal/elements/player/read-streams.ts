import { decodeBase64 } from '../../../src/conformance/recordings/base64.ts';
import { ARCHIVE, readEntry } from '../../../src/conformance/recordings/har.ts';
import type { InputFormat } from '../../../src/conformance/recordings/input.ts';
import { JsonPruner } from '../../../src/conformance/recordings/json/pruner.ts';
import { parseHeader, parseRecord } from '../../../src/conformance/recordings/recording-format.ts';
import { type Chunk, readBody } from './read-body.ts';
import type { PlayedStream } from './timeline.ts';

/** Events of all streams that are shown. The judge reads all of them. */
const MOST_EVENTS = 5000;
const MOST_STREAMS = 200;
/** The largest entry of an archive that is shown, in bytes. */
const ENTRY_BYTES = 16 * 1024 * 1024;

interface Body {
  readonly exchange?: number;
  readonly label: string;
  readonly chunks: readonly Chunk[];
}

/** The streams of a recording, for the timeline. What cannot be read is left out here; the judge says what is wrong with it. */
export function readStreams(bytes: Uint8Array, format: InputFormat): readonly PlayedStream[] {
  const bodies = READERS[format](bytes);
  let room = MOST_EVENTS;
  return bodies.slice(0, MOST_STREAMS).flatMap((body) => {
    const { exchange, label, chunks } = body;
    const stream = { ...readBody(chunks, room), label, ...(exchange !== undefined && { exchange }) };
    room -= stream.events.length;
    return stream.events.length === 0 && exchange !== undefined ? [] : [stream];
  });
}

const READERS: Readonly<Record<InputFormat, (bytes: Uint8Array) => readonly Body[]>> = {
  sse: (bytes) => [{ label: 'The stream', chunks: [{ bytes }] }],
  recording: readRecording,
  har: readArchive,
};

function readRecording(bytes: Uint8Array): readonly Body[] {
  const bodies = new Map<number, { exchange: number; label: string; isStream: boolean; chunks: Chunk[] }>();
  const [header = '', ...lines] = new TextDecoder().decode(bytes).split('\n');
  parseHeader(header);
  for (const [index, line] of lines.entries()) {
    try {
      if (line.trim() === '') continue;
      const record = parseRecord(line, index + 2);
      if ('request' in record) {
        const { method, path } = record.request;
        const label = `${record.exchange}: ${method} ${path}`.slice(0, 200);
        bodies.set(record.exchange, { exchange: record.exchange, label, isStream: false, chunks: [] });
      } else if ('response' in record) {
        const body = bodies.get(record.exchange);
        if (body) body.isStream = isEventStream(record.response.headers ?? {});
      } else if ('chunk' in record) {
        const chunk = decodeBase64(record.chunk);
        if (chunk) bodies.get(record.exchange)?.chunks.push({ bytes: chunk, at: record.at });
      }
    } catch {
      // The judge says what is wrong with the line.
    }
  }
  return [...bodies.values()].filter(({ isStream }) => isStream);
}

function readArchive(bytes: Uint8Array): readonly Body[] {
  const bodies: Body[] = [];
  const pruner = new JsonPruner(
    ARCHIVE,
    (value, exchange) => {
      try {
        const { method, path, headers, chunks } = readEntry(value, exchange, ENTRY_BYTES);
        if (!isEventStream(headers)) return;
        const kept = Array.from(chunks(), (chunk) => ({ ...chunk, bytes: chunk.bytes.slice() }));
        bodies.push({ exchange, label: `${exchange}: ${method} ${path}`.slice(0, 200), chunks: kept });
      } catch {
        // The judge says what is wrong with the entry.
      }
    },
    ENTRY_BYTES,
  );
  try {
    pruner.push(bytes);
    pruner.end();
  } catch {
    // The entries before the fault are shown, and the judge names the fault.
  }
  return bodies;
}

function isEventStream(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.includes('text/event-stream'),
  );
}
