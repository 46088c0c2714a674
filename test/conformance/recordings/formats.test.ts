import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { formatEvent } from '../../../src/event-stream/index.ts';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes, row } from '../report/judge-bytes.ts';

const CHAT = '4be83950-3ee8-4ec4-b157-c05c3e6a3437';
const PATH = `/api/v1/chats/${CHAT}/messages/stream`;

/** The plain stream, in a chat whose id is known. */
const stream = readRecording('valid/plain.sse')
  .toString()
  .replaceAll(/"chat_id":"[^"]+"/g, `"chat_id":"${CHAT}"`);
const body = JSON.stringify({ content: 'Hello', permission_mode: 'manual' });
const base64 = (text: string | Uint8Array) => Buffer.from(text as Uint8Array).toString('base64');

type Line = Readonly<Record<string, unknown>>;

/** The lines of one exchange, its stream cut into chunks of a few bytes. */
function exchange(number: number, text: string, { end = 'server', silence = 0, path = PATH } = {}): Line[] {
  const bytes = Buffer.from(text);
  const chunks: Line[] = [];
  for (let at = 0; at < bytes.length; at += 7) {
    const late = at > bytes.length / 2 ? silence : 0;
    chunks.push({ exchange: number, at: 10 + at + late, chunk: base64(bytes.subarray(at, at + 7)) });
  }
  return [
    { exchange: number, at: 0, request: { method: 'POST', path, body: base64(body) } },
    { exchange: number, at: 5, response: { status: 200, headers: { 'Content-Type': 'text/event-stream' } } },
    ...chunks,
    { exchange: number, at: 10 + bytes.length + silence, end },
  ];
}

function toRecording(lines: readonly Line[], header: Line = { recording: 1 }): string {
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Judges a recording of these lines. */
const judgeLines = (lines: readonly Line[], header?: Line) =>
  judgeBytes('r', toRecording(lines, header), 'recording');

describe('a recording', () => {
  it('adds what a raw stream lacks: request, head and mode', async () => {
    const target = await judgeLines(exchange(0, stream));
    expect(target).toMatchObject({
      verdict: 'conformant',
      incomplete: [],
      summary: { exchanges: 1, events: 11 },
    });
    for (const id of ['stream.response.event-stream', 'events.start.chat-id-of-path'])
      expect(row(target, id).status).toBe('passed');
    expect(target.summary['not-judged']).toBe(0);
  });

  it('is judged by its times', async () => {
    const target = await judgeLines(exchange(0, stream, { silence: 40_000 }));
    expect(row(target, 'stream.ping.cadence')).toMatchObject({ status: 'failed', violations: 1 });
  });

  it('is not judged by a clock that steps back, which may hide a silence', async () => {
    const lines = exchange(0, stream, { silence: 40_000 });
    const stepped = lines.map((line, index) =>
      index > 60 ? { ...line, at: Number(line.at) - 70_000 } : line,
    );
    const target = await judgeLines(stepped);
    expect(row(target, 'stream.ping.cadence')).toMatchObject({
      reason: 'the clock of the input steps back within a stream',
    });
  });

  it.each([
    ['in an id', PATH.replace('4be83950', '%34be83950')],
    ['in a word', PATH.replace('chats', 'ch%61ts')],
  ])('may have a character of its path percent-encoded: %s', async (_, path) => {
    const target = await judgeLines(exchange(0, stream, { path }));
    expect(target.verdict).toBe('conformant');
    expect(row(target, 'events.start.chat-id-of-path').status).toBe('passed');
  });

  it('is judged by its time scale', async () => {
    const lines = exchange(0, stream, { silence: 4_000 });
    const real = await judgeLines(lines);
    const scaled = await judgeLines(lines, { recording: 1, timeScale: 20 });
    expect(row(real, 'stream.ping.cadence').status).not.toBe('failed');
    expect(row(scaled, 'stream.ping.cadence').status).toBe('failed');
  });

  it('may interleave exchanges, which are judged separately', async () => {
    const bad = stream.replace('event: message.completed', 'event: message.delta\ndata: {"text":"x"}\n\n$&');
    const [good, wrong] = [exchange(0, stream), exchange(1, bad)];
    const lines = good.flatMap((line, index) => [line, wrong[index]]).filter((line) => line !== undefined);
    const rest = wrong.slice(good.length);
    const target = await judgeLines([...lines, ...rest]);
    expect(target.summary.exchanges).toBe(2);
    const violated = target.requirements.filter(({ status }) => status === 'failed');
    expect(violated.map(({ id }) => id)).toEqual(['events.delta.replace']);
    expect(violated[0]?.findings.map((finding) => finding.exchange)).toEqual([1]);
  });

  it.each([
    ['no headers', undefined, 'not-judged', 'passed'],
    ['an empty list of headers', {}, 'failed', 'not-exercised'],
    [
      'its media type twice',
      { A: 'x', 'Content-Type': 'text/event-stream, text/event-stream' },
      'passed',
      'passed',
    ],
    [
      'its media type under two names',
      { 'Content-Type': 'a/b', 'content-type': 'text/event-stream' },
      'passed',
      'passed',
    ],
    [
      'an unknown content coding',
      { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'none' },
      'passed',
      'passed',
    ],
  ])('whose response has %s', async (_, headers, head, body) => {
    const lines = exchange(0, stream).with(1, { exchange: 0, at: 5, response: { status: 200, headers } });
    const target = await judgeLines(lines);
    expect(row(target, 'stream.response.event-stream').status).toBe(head);
    expect(row(target, 'stream.terminal.exactly-one').status).toBe(body);
  });

  it.each([
    ['server', 'nonconformant'],
    ['client', 'incomplete'],
    ['error', 'incomplete'],
  ])('that ended by %s without a terminal event is %s', async (end, verdict) => {
    const cut = stream.slice(0, stream.indexOf('event: message.completed'));
    const target = await judgeLines(exchange(0, cut, { end }));
    expect(target.verdict).toBe(verdict);
  });

  it('without an end counts as cut by the recorder', async () => {
    const lines = exchange(0, stream.slice(0, 900)).slice(0, -1);
    expect((await judgeLines(lines)).verdict).toBe('incomplete');
  });

  it('that is marked as cut is incomplete, even without violations', async () => {
    const lines = exchange(0, stream);
    const last = { ...lines.at(-1), cut: 'the request was too long' };
    const target = await judgeLines([...lines.slice(0, -1), last]);
    expect(target).toMatchObject({
      verdict: 'incomplete',
      incomplete: ['exchange 0 was not recorded completely: the request was too long'],
    });
  });

  it('may have blocking exchanges too', async () => {
    const answer = { status: 'success', data: {}, meta: {} };
    const lines = [
      { exchange: 0, at: 0, request: { method: 'GET', path: '/api/v1/chat/catalog' } },
      { exchange: 0, at: 5, response: { status: 200, headers: { 'content-type': 'application/json' } } },
      { exchange: 0, at: 6, chunk: base64(JSON.stringify(answer)) },
      { exchange: 0, at: 7, end: 'server' },
    ];
    const target = await judgeLines(lines);
    expect(target.verdict).toBe('nonconformant');
    expect(
      target.requirements.some(({ id, status }) => id.startsWith('catalog.') && status === 'failed'),
    ).toBe(true);
  });

  it.each([
    ['no JSON', 'this is no JSON', 'line 3 of the recording is not a JSON object'],
    ['a list', '[1]', 'line 3 of the recording is not a JSON object'],
    ['no exchange', '{"at":1,"end":"server"}', 'line 3 of the recording is not a record with `exchange`'],
    [
      'a fraction',
      '{"exchange":0.5,"at":1,"end":"server"}',
      'line 3 of the recording is not a record with `exchange`',
    ],
    ['no time', '{"exchange":0,"end":"server"}', 'line 3 of the recording is not a record with `at`'],
    ['another end', '{"exchange":0,"at":1,"end":"me"}', 'line 3 of the recording is not an end: `server`'],
    ['another exchange', '{"exchange":9,"at":1,"end":"server"}', '9 is unknown'],
    ['nothing known', '{"exchange":0,"at":1}', 'line 3 of the recording is not a record with `request`'],
    [
      'a status of 0',
      '{"exchange":0,"at":1,"response":{"status":0}}',
      'line 3 of the recording is not a response',
    ],
    ['a bad chunk', '{"exchange":0,"at":1,"chunk":7}', 'line 3 of the recording is not a chunk'],
  ])('with a malformed line (%s) is incomplete, but later exchanges are judged', async (_, line, reason) => {
    const [header, request, ...rest] = toRecording(exchange(0, stream)).trimEnd().split('\n');
    const later = exchange(1, stream).map((each) => JSON.stringify(each));
    const text = [header, request, line, ...rest, ...later].join('\n');
    const target = await judgeBytes('r', text, 'recording');
    expect(target.verdict).toBe('incomplete');
    expect(target.incomplete).toEqual([expect.stringContaining(reason)]);
    expect(row(target, 'stream.terminal.exactly-one').status).toBe('passed');
  });

  it.each([
    ['a chunk that is not base64', (line: Line) => ({ ...line, chunk: '*' })],
    ['a chunk that is not a string', (line: Line) => ({ ...line, chunk: 7 })],
    ['a line without its exchange', () => ({ chunk: 'QUJD' })],
    ['a line that is not a record', () => 'x'],
    ['a line that is too long', (line: Line) => ({ ...line, x: 'x'.repeat(20_000) })],
    ['a second request', () => exchange(0, stream)[0]],
    ['a second response', () => exchange(0, stream)[1]],
  ])('shows no violation of a sound server if %s replaces a chunk', async (_, damage) => {
    const lines = exchange(0, stream);
    for (const place of lines.keys()) {
      if (place % 20 !== 3) continue;
      const text = toRecording(lines.with(place, damage(lines[place] as Line) as Line));
      const target = await judgeBytes('r', text, 'recording', { eventBytes: 8192 });
      expect(target.verdict).toBe('incomplete');
    }
  });

  it('does not miss pings in a stream that was abandoned before its end', async () => {
    const begun = exchange(0, stream.slice(0, stream.indexOf('\n\n') + 2)).slice(0, 3);
    const rest = [
      { exchange: 0, at: 900, chunk: '*' },
      { exchange: 0, at: 90_000, end: 'server' },
    ];
    const target = await judgeLines([...begun, ...rest]);
    expect(target.verdict).toBe('incomplete');
  });

  it.each([
    ['with marks at their beginnings', '\ufeff'],
    ['without', ''],
  ])('that was joined with others is judged like each of them, %s', async (_, mark) => {
    const fast = { recording: 1, timeScale: 20 };
    const silent = exchange(0, stream, { silence: 4_000 });
    const joined = [toRecording(silent), toRecording(silent, fast), toRecording(exchange(0, stream))];
    const target = await judgeBytes('r', joined.map((text) => mark + text).join(''), 'recording');
    expect(target).toMatchObject({ incomplete: [], summary: { exchanges: 3, events: 33 } });
    expect(row(target, 'stream.ping.cadence')).toMatchObject({ status: 'failed', violations: 1 });
  });

  it.each([
    ['a first one without an exchange', toRecording([]), 'a header and no exchange'],
    [
      'a first one that was cut',
      toRecording(exchange(0, stream).slice(0, -2)),
      'was cut before its terminal event',
    ],
    [
      'a first one without its last line end',
      toRecording(exchange(0, stream)).trimEnd(),
      'is not a JSON object',
    ],
    ['a first one, and a later version', `${toRecording(exchange(0, stream))}{"recording":2}\n`, 'version 1'],
  ])('that was joined with %s is incomplete', async (_, first, reason) => {
    const target = await judgeBytes('r', `${first}${toRecording(exchange(0, stream))}`, 'recording');
    expect(target).toMatchObject({
      verdict: 'incomplete',
      incomplete: expect.arrayContaining([expect.stringContaining(reason)]),
    });
  });

  it.each([
    ['another version', '{"recording":2}', 'version 1'],
    ['no header', '{"exchange":0,"at":0,"end":"server"}', 'version 1'],
    ['a time scale of 0', '{"recording":1,"timeScale":0}', 'timeScale above 0'],
    ['no JSON', 'recording', 'a header like'],
  ])('whose first line is %s is refused', async (_, header, reason) => {
    await expect(judgeBytes('name', header, 'recording')).rejects.toMatchObject({
      code: 'unusable-input',
      message: expect.stringContaining(reason),
    });
  });

  it('whose first line is larger than the limit is refused', async () => {
    const text = toRecording(exchange(0, stream), { recording: 1, x: 'x'.repeat(100) });
    await expect(judgeBytes('name', text, 'recording', { eventBytes: 20 })).rejects.toMatchObject({
      code: 'unusable-input',
      message: expect.stringContaining('line 1 of the recording is not a line of at most 40 bytes'),
    });
  });
});

describe('the published schema for recordings', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../spec/formats/recording.schema.json', import.meta.url), 'utf8'),
  );
  const validate = new Ajv2020({ strict: true }).addVocabulary([]).compile(schema);

  it('describes every line in the tests and in docs/recordings.md', () => {
    const doc = readFileSync(new URL('../../../docs/recordings.md', import.meta.url), 'utf8');
    const documented = /```jsonl\n(.*?)```/s.exec(doc)?.[1]?.trimEnd().split('\n') ?? [];
    expect(documented.length).toBeGreaterThan(4);
    const cut = { exchange: 0, at: 1, end: 'client', cut: 'the body is too long' };
    const lines = [
      ...documented.map((line) => JSON.parse(line)),
      { recording: 1 },
      ...exchange(0, stream),
      cut,
    ];
    expect(lines.filter((line) => !validate(line))).toEqual([]);
  });

  it.each([
    { recording: 2 },
    { recording: 1, timeScale: 0 },
    { exchange: -1, at: 0, end: 'server' },
    { exchange: 0, end: 'server' },
    { exchange: 0, at: 0, end: 'me' },
    { exchange: 0, at: 0, chunk: 1 },
    { exchange: 0, at: 0, response: {} },
    { exchange: 0, at: 0, response: { status: 0 } },
    { exchange: 0, at: 0, request: { method: 'GET' } },
    { exchange: 0, at: 0 },
  ])('does not match %j, which the reader refuses too', async (line) => {
    expect(validate(line)).toBe(false);
    const lines = 'recording' in line ? [line] : [{ recording: 1 }, ...exchange(0, stream).slice(0, 1), line];
    const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
    const outcome = await judgeBytes('r', text, 'recording').catch((error) => error);
    expect(outcome instanceof Error || outcome.incomplete.join().includes('line 3')).toBe(true);
  });
});

describe('an archive from a browser', () => {
  const entry = (response: Line, more: Line = {}) => ({
    request: { method: 'POST', url: `https://chat.example${PATH}`, postData: { text: body } },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'text/event-stream; charset=utf-8' }],
      ...response,
    },
    ...more,
  });
  const toHar = (...entries: Line[]) => JSON.stringify({ log: { version: '1.2', entries } });
  const events = stream
    .trimEnd()
    .split('\n\n')
    .map((block) => {
      const [name = '', data = ''] = block.split('\n');
      return { eventName: name.slice('event: '.length), data: data.slice('data: '.length) };
    });

  it('is judged by the text in its responses', async () => {
    const target = await judgeBytes('h', toHar(entry({ content: { text: stream } })), 'har');
    expect(target).toMatchObject({ verdict: 'conformant', summary: { exchanges: 1, events: 11 } });
    expect(row(target, 'stream.response.event-stream').status).toBe('passed');
    expect(row(target, 'stream.ping.cadence').status).toBe('not-judged');
  });

  it('is judged by the base64 in its responses', async () => {
    const content = { text: base64(stream), encoding: 'base64' };
    const target = await judgeBytes('h', toHar(entry({ content })), 'har');
    expect(target).toMatchObject({ verdict: 'conformant', summary: { events: 11 } });
  });

  it('is judged by the events that Chromium lists, by their times but not their framing', async () => {
    const timed = events.map((event, index) => ({ ...event, time: 1_700_000_000 + (index > 5 ? 60 : 0) }));
    const target = await judgeBytes(
      'h',
      toHar(entry({ content: {} }, { _eventSourceMessages: timed })),
      'har',
    );
    expect(target.summary.events).toBe(11);
    expect(row(target, 'stream.framing.event-and-data').status).toBe('not-judged');
    expect(row(target, 'stream.ping.cadence').status).toBe('failed');
    expect(row(target, 'stream.terminal.exactly-one').status).toBe('passed');
  });

  it.each([
    [{ time: 200 }, 'not-judged'],
    [{ time: 200_000 }, 'failed'],
    [{ time: -1 }, 'failed'],
    [{}, 'failed'],
  ])('is not judged by times that contradict its duration: %j', async (more, status) => {
    const timed = events.map((event, index) => ({ ...event, time: 1_700_000_000 + index * 40 }));
    const text = toHar({ ...entry({ content: {} }, { _eventSourceMessages: timed }), ...more });
    expect(row(await judgeBytes('h', text, 'har'), 'stream.ping.cadence').status).toBe(status);
  });

  it('is judged by the text if the browser listed no event', async () => {
    const text = toHar(entry({ content: { text: stream } }, { _eventSourceMessages: [] }));
    expect(await judgeBytes('h', text, 'har')).toMatchObject({
      verdict: 'conformant',
      summary: { events: 11 },
    });
  });

  it('is judged with the exchange named in each finding', async () => {
    const bad = formatEvent({ type: 'message.completed', data: '{}' });
    const text = toHar(entry({ content: { text: stream } }), entry({ content: { text: bad } }));
    const target = await judgeBytes('h', text, 'har');
    expect(row(target, 'stream.start.always').findings).toEqual([expect.objectContaining({ exchange: 1 })]);
  });

  it('ignores exchanges with other services', async () => {
    const other = entry({ headers: [], content: { mimeType: 'text/html', text: '<html>' } });
    const page = { ...other, request: { method: 'GET', url: 'https://elsewhere.example/' } };
    expect((await judgeBytes('h', toHar(page), 'har')).verdict).toBe('nothing-ran');
  });

  it.each([
    ['{"log":', 'the archive is not JSON'],
    ['[]', 'the archive is not an object'],
    ['{"log":{"entries":{}}}', '/log/entries of the archive is not a list'],
    ['{"log":{"entries":[1]}}', '/log/entries/0 of the archive is not an object'],
    [
      '{"log":{"entries":[{"request":{},"response":{}}]}}',
      '/log/entries/0/request/method of the archive is not a string',
    ],
  ])('is refused when it is %s', async (text, place) => {
    await expect(judgeBytes('h', text, 'har')).rejects.toMatchObject({
      code: 'unusable-input',
      message: expect.stringContaining(place),
    });
  });
});
