import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderSource } from '../../../src/conformance/recordings/folder-source.ts';
import { judgeInput } from '../../../src/conformance/recordings/judge-input.ts';
import { judgeBytes } from '../report/judge-bytes.ts';
import { respond, STREAM_HEAD } from '../run/raw-target.ts';
import { listRecordings, openBehind } from './open-recorder.ts';

const CHAT = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
const START = `event: message.start\ndata: {"chat_id":"${CHAT}","message_id":"${CHAT}","request_id":"id-of-the-stream"}\n\n`;
const SEND = { method: 'POST', path: `/api/v1/chats/${CHAT}/messages/stream` };

/** A recording of one exchange. */
function recording(header: object, body: string, request: object = SEND): string {
  const type = body.startsWith('{') ? 'application/json' : 'text/event-stream';
  const lines = [
    { recording: 1, ...header },
    { exchange: 0, at: 1500, request },
    { exchange: 0, at: 1600, response: { status: 200, headers: { 'content-type': type } } },
    { exchange: 0, at: 1700, chunk: Buffer.from(body).toString('base64') },
    { exchange: 0, at: 1800, end: 'server' },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const LIST = { method: 'GET', path: '/api/v1/chats' };
const startedAt = '2026-04-04T11:00:00.250+02:00';
const time = '2026-04-04T09:00:01.750Z';

describe('a finding has the time of its request and the id of the response', () => {
  it.each<[string, string, object]>([
    ['of a stream', recording({ startedAt }, START), { time, requestId: 'id-of-the-stream' }],
    ['of a body', recording({ startedAt }, '{"meta":{"request_id":"id"}}', LIST), { time, requestId: 'id' }],
    ['of an older recording', recording({}, START), { requestId: 'id-of-the-stream' }],
    ['without an id', recording({ startedAt }, '{"meta":{"request_id":7}}', LIST), { time }],
    [
      'whose time no date can have',
      recording({ startedAt }, START).replaceAll('1500', '1e300'),
      { requestId: 'id-of-the-stream' },
    ],
  ])('%s', async (_which, text, expected) => {
    const { requirements } = await judgeBytes('a', text, 'recording');
    const found = requirements.flatMap(({ findings }) => findings);
    expect(found.length).toBeGreaterThan(0);
    for (const finding of found) {
      const known = { time: finding.time, requestId: finding.requestId };
      expect(known).toEqual({ time: undefined, requestId: undefined, ...expected });
    }
  });

  it.each(['yesterday', '2026-04-04', '2026-99-99T00:00:00Z', 7])(
    'refuses a header that started %s',
    async (bad) => {
      await expect(judgeBytes('a', recording({ startedAt: bad }, START), 'recording')).rejects.toThrow(
        'a header with a startedAt such as 2026-04-04T09:00:00.000Z',
      );
    },
  );

  it('in an archive', async () => {
    const entry = {
      startedDateTime: '2026-04-04T11:00:01.750+02:00',
      time: 5,
      request: { method: 'GET', url: `http://127.0.0.1${LIST.path}`, headers: [] },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { mimeType: 'application/json', text: '{"meta":{"request_id":"id"}}' },
      },
    };
    const { requirements } = await judgeBytes('a', JSON.stringify({ log: { entries: [entry] } }), 'har');
    const found = requirements.flatMap(({ findings }) => findings);
    expect(found[0]).toMatchObject({ time, requestId: 'id' });
  });
});

it('a recorder writes when it began, also after the machine slept, and its findings say when', async () => {
  const clock = { now: 1000, day: Date.parse('2026-04-04T09:00:00Z') };
  const { recorder } = await openBehind(
    (socket, { path }) =>
      path.endsWith('stream') ? socket.end(`${STREAM_HEAD}${START}`) : respond(socket, 200, '{}'),
    { now: () => clock.now, timeOfDay: () => clock.day },
  );
  const send = () => fetch(`${recorder.url}${SEND.path}`, { method: 'POST' }).then((answer) => answer.text());
  clock.now += 500;
  clock.day += 500;
  await send();
  clock.now += 1000;
  clock.day += 3_600_000;
  await send();
  const { judgement } = await recorder.stop();
  const headers = listRecordings(recorder.output).map((name) =>
    JSON.parse(readFileSync(join(recorder.output, name), 'utf8').split('\n', 1)[0] ?? ''),
  );
  expect(headers.map((header) => header.startedAt)).toEqual([
    '2026-04-04T09:00:00.000Z',
    '2026-04-04T09:59:59.000Z',
  ]);
  const times = new Set(recorder.heard.map(({ finding }) => `${finding.time} ${finding.requestId}`));
  expect([...times]).toEqual([
    '2026-04-04T09:00:00.500Z id-of-the-stream',
    '2026-04-04T10:00:00.500Z id-of-the-stream',
  ]);
  const again = await judgeInput(new FolderSource(recorder.output), 'recording');
  const kept = [...again.rows.values()].flatMap(({ findings }) => findings);
  expect(kept).toEqual([...judgement.rows.values()].flatMap(({ findings }) => findings));
});
