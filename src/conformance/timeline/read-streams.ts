import { detachText } from '../judge/detached-text.ts';
import { isEventStream, lowerCased } from '../judge/headers.ts';
import { decodeBase64 } from '../recordings/base64.ts';
import { ARCHIVE, readEntry } from '../recordings/har.ts';
import type { ByteSource, InputFormat, InputSource } from '../recordings/input.ts';
import { JsonPruner } from '../recordings/json/pruner.ts';
import { LineSplitter } from '../recordings/line-splitter.ts';
import {
  type ExchangeRecord,
  isHeader,
  MOST_OPEN,
  parseHeader,
  parseLine,
} from '../recordings/recording-format.ts';
import { StreamChoice, type StreamLimits } from './stream-choice.ts';
import type { StreamTimeline } from './timeline.ts';

/** The longest line of a recording and the largest entry of an archive that are read, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The streams of an input, as far as there is room for them. */
export interface ReadStreams {
  readonly streams: readonly StreamTimeline[];
  /** Number of streams that are left out. */
  readonly left: number;
  /** How many times faster than real time the timers of the server ran. */
  readonly timeScale: number;
}

/**
 * Reads the streams of an input for their timelines. It reads the input once and keeps a bounded part of it. It leaves out what cannot be
 * read: the judge says what is wrong with it.
 *
 * @param named the events that findings name, by the number of their exchange. Their streams are kept before others.
 */
export async function readStreams(
  source: InputSource,
  format: InputFormat,
  limits: StreamLimits,
  named: ReadonlyMap<number | undefined, readonly number[]> = new Map(),
): Promise<ReadStreams> {
  const choice = new StreamChoice(limits, named);
  for (const part of 'parts' in source ? source.parts : [source]) await readPart(part, format, choice);
  return { streams: choice.streams, left: choice.left, timeScale: choice.timeScale };
}

interface Reader {
  push(bytes: Uint8Array): void;
  end(): void;
}

async function readPart(source: ByteSource, format: InputFormat, choice: StreamChoice): Promise<void> {
  const reader = READERS[format](choice);
  try {
    await source.read((bytes) => reader.push(bytes));
    reader.end();
  } catch {
    // The streams before the fault are shown, and the judge names the fault.
  }
}

const READERS: Readonly<Record<InputFormat, (choice: StreamChoice) => Reader>> = {
  sse: readRawStream,
  recording: readRecording,
  har: readArchive,
};

function readRawStream(choice: StreamChoice): Reader {
  const stream = choice.open(undefined, 'The stream');
  return { push: (bytes) => stream?.push(bytes), end: () => {} };
}

function readRecording(choice: StreamChoice): Reader {
  const labels = new Map<number, string>();
  let hasHeader = false;
  const take = (record: ExchangeRecord) => {
    const { exchange } = record;
    if ('request' in record) {
      if (labels.size < MOST_OPEN) labels.set(exchange, labelOf(exchange, record.request));
    } else if ('response' in record) {
      const label = labels.get(exchange);
      if (label !== undefined && isEventStream(lowerCased(record.response.headers)))
        choice.open(exchange, label);
    } else if ('chunk' in record) {
      const stream = choice.get(exchange);
      const bytes = stream && decodeBase64(record.chunk);
      if (bytes) stream.push(bytes, record.at);
    } else labels.delete(exchange);
  };
  const lines = new LineSplitter((text, line) => {
    if (!hasHeader) {
      choice.timeScale = parseHeader(text).timeScale ?? 1;
      hasHeader = true;
      return;
    }
    try {
      const read = parseLine(text, line);
      if (!isHeader(read)) take(read);
    } catch {
      // The judge says what is wrong with the line.
    }
  }, MOST_BYTES);
  return { push: (bytes) => lines.push(bytes), end: () => lines.end() };
}

function readArchive(choice: StreamChoice): Reader {
  const pruner = new JsonPruner(
    ARCHIVE,
    (value, exchange) => {
      try {
        const entry = readEntry(value, exchange, MOST_BYTES);
        if (!isEventStream(entry.headers)) return;
        const stream = choice.open(exchange, labelOf(exchange, entry));
        if (stream) for (const { bytes, at } of entry.chunks()) stream.push(bytes, at);
      } catch {
        // The judge says what is wrong with the entry.
      }
    },
    MOST_BYTES,
  );
  return { push: (bytes) => pruner.push(bytes), end: () => void pruner.end() };
}

const LONGEST_LABEL = 200;

function labelOf(
  exchange: number,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  return detachText(`${exchange}: ${method} ${path}`, LONGEST_LABEL);
}
