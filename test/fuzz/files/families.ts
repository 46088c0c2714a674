import { readFileSync } from 'node:fs';

/** A piece of a hostile file: text, or a unit that is repeated up to a number of bytes. */
export type Part = string | { readonly unit: string; readonly bytes: number };

export type Format = 'sse' | 'recording' | 'har';

/** Makes the parts of a file of about the given number of bytes. */
type Family = (bytes: number) => readonly Part[];

const CHAT = '4be83950-3ee8-4ec4-b157-c05c3e6a3437';
const PATH = `/api/v1/chats/${CHAT}/messages/stream`;

/** A sound turn. */
const TURN = readFileSync(new URL('../../recordings/valid/plain.sse', import.meta.url), 'utf8');
const START = `event: message.start\ndata: {"chat_id":"${CHAT}","message_id":1,"request_id":"${CHAT}"}\n\n`;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const line = (record: object) => `${JSON.stringify(record)}\n`;

const HEADER = line({ recording: 1 });
const begin = (exchange: number) =>
  line({ exchange, at: 0, request: { method: 'POST', path: PATH, body: base64('{"content":"Hi"}') } }) +
  line({ exchange, at: 1, response: { status: 200, headers: { 'content-type': 'text/event-stream' } } });
const ended = (exchange: number, text: string) =>
  begin(exchange) + line({ exchange, at: 2, chunk: base64(text) }) + line({ exchange, at: 3, end: 'server' });

const entry = (content: object, more: object = {}) =>
  JSON.stringify({
    request: { method: 'POST', url: `https://chat.example${PATH}`, postData: { text: '{"content":"Hi"}' } },
    response: { status: 200, headers: [], content: { mimeType: 'text/event-stream', ...content } },
    ...more,
  });
const ENTRY = entry({ text: TURN });
/** An entry with parts in place of the text `HOLE`. */
const holed = (text: string, ...parts: readonly Part[]): readonly Part[] => {
  const [before = '', after = ''] = text.split('HOLE');
  return [before, ...parts, after];
};
const archive = (...parts: readonly Part[]): readonly Part[] => [
  '{"log":{"version":"1.2","entries":[',
  ENTRY,
  ',',
  ...parts,
  ']}}',
];
/** An entry with a member that no reader uses. */
const beside = (...parts: readonly Part[]) =>
  archive(...holed(entry({}, { x: 0 }).replace(/0}$/, 'HOLE}'), ...parts));
const repeated = (unit: string, bytes: number): Part => ({ unit, bytes });

const LARGE = 2 ** 20;
/** Interactions that each have their own long id. */
const interactions = (bytes: number) =>
  Array.from(
    { length: bytes / 250 },
    (_, number) => `event: message.action_required\ndata: {"action_id":"${number}${'x'.repeat(120)}"}\n\n`,
  ).join('');
const delta = (text: string) => `event: message.delta\ndata: ${JSON.stringify({ text, replace: false })}\n\n`;
const filled = (bytes: number, unit: string) => unit.repeat(Math.ceil(bytes / unit.length));
/** Streams that are all still open at the end, each with the same chunk. */
const openStreams = (count: number, chunk: string) => {
  const opened = Array.from({ length: Math.max(1, Math.min(count, 256)) }, (_, exchange) => exchange);
  const text = base64(chunk);
  return [HEADER, ...opened.map(begin), ...opened.map((exchange) => line({ exchange, at: 2, chunk: text }))];
};

/** Contents that could fill the memory or use up the time of a reader, by format. */
export const FAMILIES: Readonly<Record<Format, Readonly<Record<string, Family>>>> = {
  sse: {
    'long names of events': (bytes) => [
      START,
      repeated(`event: ${'x'.repeat(2 ** 20)}\ndata: {}\n\n`, bytes),
    ],
    'approvals of many calls': (bytes) => [
      START,
      repeated(
        `event: message.action_required\ndata: ${JSON.stringify({
          kind: 'tool_approval',
          payload: {
            tools: Array.from({ length: 500 }, () => ({ name: 'n', tool_use_id: 'x'.repeat(1000) })),
          },
        })}\n\n`,
        bytes,
      ),
    ],
    'empty events': (bytes) => [START, repeated('event: ping\n\n', bytes)],
    'an unended event': (bytes) => [START, 'event: message.delta\n', repeated('data: x\n', bytes)],
    'empty lines of data': (bytes) => [
      START,
      'event: message.step\n',
      repeated('data:\n', Math.min(bytes, 24 * 2 ** 20)),
      '\n',
    ],
    'malformed lines': (bytes) => [START, repeated('da\r:ta \0\n', bytes)],
    'a huge string': (bytes) => [
      START,
      'event: message.delta\ndata: {"replace":false,"text":"',
      repeated('é', bytes),
      '"}\n\n',
    ],
    'deep nesting': (bytes) => [
      START,
      'event: message.step\ndata: {"steps":',
      repeated('[', Math.min(bytes, 4 * 2 ** 20 - 100)),
      '\n\n',
    ],
    'many values': (bytes) => [
      START,
      'event: message.step\ndata: {"steps":[',
      repeated('{},', Math.min(bytes, 4 * 2 ** 20 - 100)),
      '{}]}\n\n',
    ],
    'bytes that are no UTF-8': (bytes) => [
      START,
      repeated('event: message.delta\ndata: "\u0080"\n\n', bytes),
    ],
  },
  recording: {
    'empty lines': (bytes) => [HEADER, ended(0, TURN), repeated('{}\n', bytes)],
    'unended exchanges': (bytes) => [
      HEADER,
      ...Array.from({ length: Math.min(2000, Math.ceil(bytes / 600)) }, (_, index) => begin(index)),
    ],
    'small unended events': (bytes) => openStreams(200, filled(bytes / 200, 'data: xx\n')),
    'large unended events': (bytes) => openStreams(bytes / LARGE, filled(LARGE, 'data: xx\n')),
    'unended lines': (bytes) => openStreams(bytes / LARGE, `data: ${filled(LARGE, 'x')}`),
    'the text of unended turns': (bytes) =>
      openStreams(bytes / LARGE, START + filled(LARGE, delta('é'.repeat(500)))),
    'the interactions of unended turns': (bytes) => openStreams(bytes / LARGE, START + interactions(LARGE)),
    'memory for events that have ended': (bytes) =>
      openStreams(bytes / LARGE, `data: ${filled(LARGE, 'x')}\n\nd`),
    'malformed lines': (bytes) => [HEADER, ended(0, TURN), repeated('x\n', bytes)],
    'a huge line': (bytes) => [
      HEADER,
      begin(0),
      '{"exchange":0,"at":2,"chunk":"',
      repeated('QUJD', bytes),
      '"}\n',
    ],
    'deep nesting': (bytes) => [
      HEADER,
      begin(0),
      '{"exchange":0,"at":2,"x":',
      repeated('[', Math.min(bytes, 4 * 2 ** 20)),
      '}\n',
    ],
    'many values': (bytes) => [
      HEADER,
      begin(0),
      '{"exchange":0,"at":2,"x":[',
      repeated('{},', Math.min(bytes, 8 * 2 ** 20 - 100)),
      '0],"end":"server"}\n',
    ],
    'bad base64': (bytes) => [HEADER, begin(0), repeated(line({ exchange: 0, at: 2, chunk: 'QUI*' }), bytes)],
  },
  har: {
    'empty entries': (bytes) => archive(repeated('{},', bytes), '{}'),
    'sound entries': (bytes) => archive(repeated(`${ENTRY},`, bytes), ENTRY),
    'an unended entry': (bytes) => ['{"log":{"entries":[', ENTRY, ',{"x":', repeated('[{"a":', bytes)],
    'malformed entries': (bytes) => archive(repeated('null,1,"x",', bytes), '0'),
    'a huge string': (bytes) =>
      archive(...holed(entry({ text: 'HOLE' }), repeated('\\ud83d\\ude00é', bytes))),
    'a huge skipped string': (bytes) => beside('"', repeated('\\"é', bytes), '"'),
    'a huge number': (bytes) => beside(repeated('1234567890', bytes)),
    'deep nesting': (bytes) => beside(repeated('[', bytes / 2), repeated(']', bytes / 2)),
    'many members': (bytes) => beside('{', repeated('"k":1,', bytes), '"k":1}'),
    'many headers': (bytes) =>
      archive(
        ...holed(
          ENTRY.replace('"headers":[]', '"headers":[HOLE]'),
          repeated('{"name":"a","value":"b"},', bytes),
          '{}',
        ),
      ),
    'many events': (bytes) =>
      archive(
        ...holed(
          entry({}, { _eventSourceMessages: ['HOLE'] }).replace('"HOLE"', 'HOLE'),
          repeated('{"eventName":"ping","time":1,"data":"{}"},', bytes),
          '{}',
        ),
      ),
    'events of many lines': (bytes) =>
      archive(
        ...holed(
          entry({}, { _eventSourceMessages: [{ eventName: 'ping', data: 'HOLE' }] }),
          repeated('\\n', Math.min(bytes, 2 ** 20)),
        ),
      ),
    'bad base64': (bytes) =>
      archive(
        ...holed(
          entry({ encoding: 'base64', text: 'HOLE' }),
          repeated('QUJD', Math.min(bytes, 8 * 2 ** 20)),
          '*',
        ),
      ),
    'an unknown encoding': (bytes) =>
      archive(
        ...holed(entry({ encoding: 'rot13', text: 'HOLE' }), repeated('QUJD', Math.min(bytes, 8 * 2 ** 20))),
      ),
  },
};

/** A sound file of each format, used to make damaged ones. */
export const SOUND: Readonly<Record<Format, string>> = {
  sse: TURN,
  recording: HEADER + ended(0, TURN) + ended(1, TURN),
  har: archive(ENTRY).join(''),
};
