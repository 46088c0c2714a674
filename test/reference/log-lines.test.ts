import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { LogQueue } from '../../src/reference/http/log-queue.ts';
import { assemble } from '../../src/reference/start.ts';
import { findPort } from '../find-port.ts';
import { TestClient } from './harness/client.ts';
import { LogLines, sendBytes } from './http/serving.ts';
import { chunk, startPreparedServer, streamOf } from './models/prepared-server.ts';

/** Members of every line. */
const ALWAYS = ['level', 'time', 'msg'];

/** The members of each kind of line, as the page lists them. */
function readTable(): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync(resolve(repositoryRoot, 'docs/reference-server.md'), 'utf8');
  const [, section = ''] = /^\| `msg` \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  let before: string[] = [];
  return new Map(
    section
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [, names = '', , cell = ''] = row.split(/(?<!\\)\|/);
        const members = wordsOf(cell.replaceAll(/\([^)]*\)/g, ''));
        before = cell.includes('the same') ? [...before, ...members] : members;
        const all = before;
        return wordsOf(names).map((name): [string, string[]] => [name, all]);
      }),
  );
}

const wordsOf = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, word = '']) => word);

const CALLER = {
  'x-request-id': 'of-the-gateway',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

/** Does everything that is logged. @returns the lines, and the answers by what they are about */
async function causeAllLines() {
  const log = new LogLines();
  /** Called when the response to a path was closed. */
  const closed = new Map<string, () => void>();
  const clock = new VirtualClock();
  const { url } = await startPreparedServer(streamOf(chunk({ content: 'Hi.' }, 'stop')));
  const provider = { kind: 'openai-compatible', key_from: 'TEST_KEY', model: 'small' };
  const providers = [
    { ...provider, name: 'first', url: `http://127.0.0.1:${await findPort()}/v1` },
    { ...provider, name: 'second', url },
  ];
  const server = await assemble({
    clock,
    log: 'json',
    logTo: log,
    faults: true,
    checkModels: true,
    report() {},
    environment: { TEST_KEY: 'key-of-the-providers' },
    seed: JSON.stringify({
      ...defaultSeedValue,
      models: [...defaultSeedValue.models, { id: 40, company: 1, name: 'Other', code: 'other', providers }],
      connectors: [
        ...(defaultSeedValue.connectors ?? []),
        {
          id: 30,
          company: 1,
          name: 'desk',
          display_name: 'Desk',
          transport: { kind: 'stdio', command: process.execPath, args: ['-e', 'process.exit(1)'] },
        },
      ],
    }),
    decorators: [
      {
        wire: (listener) => (request, response) => {
          response.once('close', () => closed.get(request.url ?? '')?.());
          listener(request, response);
        },
        exchange: (exchange) => (request) => {
          if (request.header('x-defect') !== undefined) throw new Error('a defect');
          return exchange(request);
        },
      },
    ],
  });
  onTestFinished(() => server.close());
  const main = new TestClient(server.url, 'harbor-main');

  await main.request('GET', '/chats', undefined, CALLER);
  await fetch(`${server.url}/api/v1/chats`, { headers: { ...CALLER, 'x-defect': 'yes' } });
  await new TestClient(server.url, 'nobody').get('/chats');
  for (const path of ['/metrics', '/healthz', '/readyz']) await (await fetch(server.url + path)).text();
  await sendBytes(server.url, 'hello\r\n\r\n');

  const fails = { script: [{ say: 'Well.' }, { fail: 'outage' as const }] };
  const key = 'key-of-a-failure';
  const chatId = 'b7e0ad1c-0000-4000-8000-000000000001';
  const first = await main.send(fails, { chatId, key, headers: CALLER });
  const blocking = await main.send(fails, { chatId, key, headers: CALLER });
  const replayed = await main.stream({ ...fails, permission_mode: 'auto' }, { chatId, key, headers: CALLER });
  await replayed.rest();

  await main.send({
    script: [{ call: { tool: 'find_tickets' } }, { say: 'Done.' }],
    attachments: { mcp_server_ids: [7, 30] },
  });
  await main.send({
    script: [{ delegate: [{ agent: 21, task: 'Look.', script: [{ fail: 'outage' }] }] }, { say: 'Done.' }],
    attachments: { agent_ids: [21] },
  });
  await main.send({ model_id: 40, content: 'Hello' });
  await main.send({ content: 'Hello' }, { headers: { 'x-reference-fault': 'outcome_unknown' } });
  await clock.advance(5_000);
  await log.line('turn settled');

  const seed = JSON.stringify({ ...defaultSeedValue, credentials: [{ ...defaultSeedValue.credentials[0] }] });
  server.useSeed(() => JSON.stringify(defaultSeedValue));
  expect(() => server.useSeed(() => seed.replace('harbor-main', '!'))).toThrow('token');

  const gone = new AbortController();
  const left = '/api/v1/chats/b7e0ad1c-0000-4000-8000-000000000002/messages';
  const waiting = fetch(server.url + left, {
    method: 'POST',
    headers: {
      authorization: 'Bearer harbor-main',
      'content-type': 'application/json',
      'idempotency-key': 'key-of-a-client-that-leaves',
    },
    body: JSON.stringify({
      content: 'Hi\n\n```script\n[{"wait":5},{"fail":"outage"}]\n```',
      permission_mode: 'auto',
    }),
    signal: gone.signal,
  }).catch(() => {});
  while ((await main.history('b7e0ad1c-0000-4000-8000-000000000002'))?.length !== 1);
  const isClosed = new Promise<void>((resolve) => closed.set(left, resolve));
  gone.abort();
  await Promise.all([waiting, isClosed]);
  await clock.advance(10_000);
  await log.line('client gone before the answer');
  return { lines: log.all, first, blocking, replayed };
}

it('every kind of line has the members that the page lists, and each of them occurs', async () => {
  const { lines, first, blocking, replayed } = await causeAllLines();
  lines.push(...(await droppedLines()));
  const table = readTable();
  const seen = new Map<string, Set<string>>();
  for (const line of lines) {
    const members = seen.get(String(line.msg)) ?? new Set();
    for (const member of Object.keys(line)) if (!ALWAYS.includes(member)) members.add(member);
    seen.set(String(line.msg), members);
  }
  expect([...seen.keys()].sort()).toEqual([...table.keys()].sort());
  const unlisted = [...seen].flatMap(([msg, members]) =>
    [...members].filter((member) => !table.get(msg)?.includes(member)).map((member) => `${msg}: ${member}`),
  );
  expect(unlisted).toEqual([]);
  // A kind of line of several may lack what the others show.
  const shown = new Set([...seen.values()].flatMap((members) => [...members]));
  expect([...new Set([...table.values()].flat())].filter((member) => !shown.has(member))).toEqual([]);

  const requests = lines.filter(({ route }) => route !== undefined);
  expect(requests.filter(({ route }) => /metrics|healthz|readyz/.test(String(route)))).toEqual([]);
  const known = requests.filter(
    ({ msg, failure, status }) => msg !== 'failed' && status !== 401 && failure !== 'api_v1_internal',
  );
  expect(
    known
      .filter(({ credential }) => credential === undefined)
      .map(({ msg, route, status }) => [msg, route, status]),
  ).toEqual([['answered', '/api/v1/chats', 500]]);
  const original = first.body.meta.request_id;
  const about = {
    chat_id: 'b7e0ad1c-0000-4000-8000-000000000001',
    message_id: first.body.data.message_id,
    replay_of: original,
    failure: 'upstream_error',
    x_request_id: CALLER['x-request-id'],
    traceparent: CALLER.traceparent,
  };
  expect(lines.filter(({ replay_of }) => replay_of !== undefined)).toMatchObject([
    { msg: 'answered', status: 502, ...about },
    { msg: 'stream opened', ...about },
    { msg: 'stream over', ...about },
  ]);
  expect(blocking.body.meta.request_id).not.toBe(original);
  const ids = [
    first.body.meta.error_details,
    blocking.body.meta.error_details,
    replayed.events.at(-1).data.details,
  ];
  expect(ids.map(({ request_id }) => request_id)).toEqual([original, original, original]);
});

/** What a log keeps for a reader that has stopped, and the line that says what is missing. */
async function droppedLines(): Promise<Record<string, unknown>[]> {
  const written: string[] = [];
  let read = () => {};
  const stream = new Writable({
    highWaterMark: 1,
    write(piece, _encoding, done) {
      written.push(String(piece));
      read = done;
    },
  });
  const queue = new LogQueue(stream, (line) => line);
  const line = `${JSON.stringify({ msg: 'answered', request_id: 'x'.repeat(1000) })}\n`;
  for (let count = 0; count < 2000; count += 1) queue.write(line);
  expect(written).toHaveLength(1);
  while (!written.at(-1)?.includes('lines dropped')) {
    const drained = once(stream, 'drain');
    read();
    await drained;
  }
  const kept = written.join('').split(line).length - 1;
  expect(kept * line.length).toBeLessThan(1.1 * 1024 * 1024);
  const last = JSON.parse(written.at(-1) ?? '');
  expect(last.dropped + kept).toBe(2000);
  return [last];
}
