import { readdirSync, readFileSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import type { Json } from './places.ts';

export interface RecordedEvent {
  readonly type: string;
  readonly data: Json;
}

const FOLDERS = ['../../../recordings/valid/', '../../../../spec/examples/streams/'];

/** Sound streams: those of an independent implementation and those of the contract. */
export const RECORDINGS: ReadonlyMap<string, readonly RecordedEvent[]> = new Map(
  FOLDERS.flatMap((folder) => {
    const url = new URL(folder, import.meta.url);
    const files = readdirSync(url).filter((file) => file.endsWith('.sse'));
    return files.map((file) => [file, readEvents(readFileSync(new URL(file, url), 'utf8'))] as const);
  }),
);

function readEvents(text: string): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  createParser({
    onEvent: ({ event = '', data }) => events.push({ type: event, data: JSON.parse(data) }),
  }).feed(text);
  return events;
}

export function writeEvents(events: readonly RecordedEvent[]): string {
  return events.map(({ type, data }) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join('');
}
