import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import events from '../../generated/events.json' with { type: 'json' };
import { accepts } from '../../generated/validators.js';

const LF = 0x0a;
/** Buffer for reading, as large as the judge's. */
const piece = new Uint8Array(256 * 1024);
const DATA = Buffer.from('data:');
const schemas = new Map(events.map(({ event, type }) => [event, type as keyof typeof accepts]));

/** R is the lower bound for reading the events: split lines and JSON.parse each data line. */
export function scanAndParse(path: string): number {
  const bytes = readFileSync(path);
  let count = 0;
  for (let start = 0, end = bytes.indexOf(LF); end >= 0; start = end + 1, end = bytes.indexOf(LF, start)) {
    if (end - start < DATA.length || bytes.compare(DATA, 0, DATA.length, start, start + DATA.length) !== 0)
      continue;
    JSON.parse(bytes.toString('utf8', start + DATA.length, end));
    count += 1;
  }
  return count;
}

/**
 * N is the usual combination of libraries: eventsource-parser, JSON.parse, and ajv by the type of the event. It reads in pieces
 * because a stream can be too long for memory.
 */
export function parseAndValidate(path: string): number {
  let count = 0;
  const parser = createParser({
    onEvent({ event, data }) {
      const schema = schemas.get(event ?? '');
      if (!schema || !accepts[schema](JSON.parse(data)))
        throw new Error(`unexpected ${event}: ${data.slice(0, 80)}`);
      count += 1;
    },
  });
  const decoder = new TextDecoder();
  const file = openSync(path, 'r');
  for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
    parser.feed(decoder.decode(piece.subarray(0, read), { stream: true }));
  }
  closeSync(file);
  return count;
}
