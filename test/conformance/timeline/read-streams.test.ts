import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InputFormat } from '../../../src/conformance/recordings/input.ts';
import { readStreams } from '../../../src/conformance/timeline/read-streams.ts';
import type { StreamLimits } from '../../../src/conformance/timeline/stream-choice.ts';
import { recording } from '../../cli/workspace.ts';

const LIMITS: StreamLimits = { streams: 2, named: 2, events: 100, room: { first: 10, last: 2, data: 50 } };
const EVENT = 'event: ping\ndata: {}\n\n';

function source(text: string | Uint8Array, piece = 7) {
  const bytes = Buffer.from(text as Uint8Array);
  return {
    name: 'x',
    read(onBytes: (bytes: Uint8Array) => void) {
      for (let at = 0; at < bytes.length; at += piece) onBytes(Buffer.from(bytes.subarray(at, at + piece)));
    },
  };
}

async function read(
  text: string | Uint8Array,
  format: InputFormat,
  named?: Map<number | undefined, number[]>,
) {
  const { streams, ...rest } = await readStreams(source(text), format, LIMITS, named);
  return {
    ...rest,
    streams: streams.map(({ exchange, label, isTimed, events }) => [
      exchange,
      label,
      isTimed,
      ...events.map(({ type, at }) => `${type} ${at}`),
    ]),
  };
}

const lines = (...records: object[]) =>
  [{ recording: 1, timeScale: 10 }, ...records].map((record) => `${JSON.stringify(record)}\n`).join('');
const begin = (exchange: number, type = 'text/event-stream; charset=utf-8') => [
  { exchange, at: 0, request: { method: 'POST', path: `/api/v1/chats/${exchange}/messages/stream` } },
  { exchange, at: 1, response: { status: 200, headers: { 'Content-Type': type } } },
];
const chunk = (exchange: number, at: number) => ({
  exchange,
  at,
  chunk: Buffer.from(EVENT).toString('base64'),
});
const label = (exchange: number) => `${exchange}: POST /api/v1/chats/${exchange}/messages/stream`;

describe('reading streams', () => {
  it('reads a raw stream, which has no times', async () => {
    const { streams, left } = await read(readFileSync(recording('valid/plain.sse')), 'sse');
    expect(left).toBe(0);
    expect(streams[0]?.slice(0, 4)).toEqual([undefined, 'The stream', false, 'message.start 0']);
    expect(streams[0]?.at(-1)).toMatch(/^message\.completed /);
  });

  it('reads the streams of a recording that interleave, with their times', async () => {
    const text = lines(
      ...begin(0),
      ...begin(1, 'Text/Event-Stream'),
      ...begin(2, 'application/json'),
      chunk(0, 5),
      chunk(1, 6),
      chunk(2, 6),
      chunk(0, 9),
    );
    expect(await read(text, 'recording')).toEqual({
      left: 0,
      timeScale: 10,
      streams: [
        [0, label(0), true, 'ping 0', 'ping 4'],
        [1, label(1), true, 'ping 0'],
      ],
    });
  });

  it('keeps the streams that findings name and counts the others', async () => {
    const text = lines(...[0, 1, 2, 3, 4].flatMap((exchange) => [...begin(exchange), chunk(exchange, 5)]));
    const { streams, left } = await read(text, 'recording', new Map([[3, [0]]]));
    expect(streams.map(([exchange]) => exchange)).toEqual([0, 1, 3]);
    expect(left).toBe(2);
  });

  it('reads the streams of an archive', async () => {
    const entry = (mimeType: string, text: string) => ({
      request: { method: 'POST', url: 'https://x.example/api/v1/chats' },
      response: { status: 200, headers: [], content: { mimeType, text } },
    });
    const archive = {
      log: { entries: [entry('application/json', '{}'), entry('text/event-stream', EVENT)] },
    };
    const { streams } = await read(JSON.stringify(archive), 'har');
    expect(streams).toEqual([[1, '1: POST https://x.example/api/v1/chats', false, 'ping 0']]);
  });

  it.each<[string, InputFormat, string, number]>([
    [
      'a line that is not a record',
      'recording',
      lines(...begin(0), chunk(0, 5)).replace(/\n$/, '\n{"exchange":\nx\n'),
      1,
    ],
    [
      'a header of another version',
      'recording',
      lines(...begin(0)).replace('"recording":1', '"recording":2'),
      0,
    ],
    ['an archive that is cut', 'har', '{"log":{"entries":[{"request":', 0],
    [
      'a chunk that is not base64',
      'recording',
      lines(...begin(0), chunk(0, 5), { exchange: 0, at: 6, chunk: '*' }),
      1,
    ],
  ])('keeps everything that it read before %s', async (_, format, text, streams) => {
    expect((await read(text, format)).streams).toHaveLength(streams);
  });

  it('reads the parts of a folder as one input', async () => {
    const parts = [0, 1].map((exchange) => source(lines(...begin(exchange), chunk(exchange, 5))));
    const { streams } = await readStreams({ name: 'folder', parts }, 'recording', LIMITS);
    expect(streams.map(({ exchange }) => exchange)).toEqual([0, 1]);
  });
});
