import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { type Ran, runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

const workspace = makeWorkspace();

/** A driver of a few lines, which streams a turn without a client. @param change what it does with the text */
const driverOf = (change: string) =>
  workspace.write(
    'driver.mjs',
    `const { CONVERSATION_API_URL: url, CONVERSATION_API_TOKEN: token, CONVERSATION_API_INPUT } = process.env;
const { chat_id, body } = JSON.parse(CONVERSATION_API_INPUT);
const response = await fetch(url + '/api/v1/chats/' + chat_id + '/messages/stream', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify(body),
});
const [, data] = /event: message.completed\\ndata: (.*)/.exec(await response.text());
const { content: text, id } = JSON.parse(data);
console.log('noise');
console.log(JSON.stringify({ text: ${change}, message_id: id, status: 'completed' }));`,
  );

function check(...args: readonly string[]): Promise<Ran> {
  return runInProcess(['check-client', '--fast', '--journey', 'stream.plain', ...args]);
}

it('judges a client by what its driver prints last', async () => {
  const { code, stdout } = await check('--', process.execPath, driverOf('text'));
  expect(stdout).toMatch(/conformant, client: \d+ judged, \d+ not exercised\n$/);
  expect(code).toBe(0);
});

it('names the requirement that a client violates, and the command that repeats it', async () => {
  const file = workspace.path('report.json');
  const driver = driverOf('text.trim()');
  const { code } = await check('--reporter', `json=${file}`, '--', process.execPath, driver);
  expect(code).toBe(1);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const [failed] = report.requirements.filter(({ status }: { status: string }) => status === 'failed');
  expect(report).toMatchObject({
    mode: 'client',
    verdict: 'nonconformant',
    target: `${process.execPath} ${driver}`,
  });
  expect(failed).toMatchObject({ id: 'events.completed.complete-content' });
  expect(failed.findings[0].again).toContain('check-client --journey stream.plain --world sound -- ');
});

it('keeps the outcomes of three runs, which history shows', async () => {
  const history = workspace.path('history.json');
  const said: string[] = [];
  for (const change of ['text', 'text.trim()', 'text']) {
    const { stderr } = await check('--remember', history, '--', process.execPath, driverOf(change));
    said.push(/: (.*)\n$/.exec(stderr)?.[1] ?? stderr);
  }
  expect(said).toEqual([
    'not worse; 0 new, 0 failing, 0 flaky, 0 mended',
    'worse: events.completed.complete-content; 1 new, 0 failing, 0 flaky, 0 mended',
    'not worse; 0 new, 0 failing, 1 flaky, 0 mended',
  ]);
  const { code, stdout } = await runInProcess(['history', history]);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^3 runs against ${process.execPath} \\S+driver\\.mjs, `));
  expect(stdout).toContain('  ▁█▁  events.completed.complete-content  violated in 1 of 3 runs');
});

it('refuses a history that would replace its own report', async () => {
  const file = workspace.path('both.json');
  const flags = ['--remember', file, '--reporter', `json=${file}`];
  const { code, stderr } = await check(...flags, '--', process.execPath, '-e', '1');
  expect(stderr).toContain('both.json');
  expect(code).toBe(2);
});

it.each([
  ['console.log("{}")', 'it sent no request to CONVERSATION_API_URL'],
  [
    'console.error("no such host"); process.exit(7)',
    'exit code 7, and no JSON object in its last line of output: no such host',
  ],
  ['process.kill(process.pid, "SIGTERM")', 'SIGTERM, and no JSON object in its last line of output'],
])('is incomplete if the driver does not work: %s', async (script, reason) => {
  const { code, stdout } = await check('--', process.execPath, '-e', script);
  expect(stdout).toContain(`incomplete: stream.plain did not reach its end: ${reason}`);
  expect(code).toBe(3);
});

it('leaves out what the client cannot do', async () => {
  const { code, stdout } = await check(
    '--',
    process.execPath,
    '-e',
    `console.log('{"unsupported":"no streams"}')`,
  );
  expect(stdout).toContain('nothing-ran, client');
  expect(code).toBe(3);
});

it.each([
  [['--fast'], 'check-client needs the command of a driver after --'],
  [['--listen', '0', '--', 'node'], '--listen is for drivers that are no command'],
  [['--journey', 'streams', '--', 'node'], 'no journey begins with streams'],
  [['--world', 'round', '--', 'node'], '--world: there is no world "round"'],
  [['--world', 'front:none', '--', process.execPath, '-e', '1'], '--world: there is no front none'],
  [['--shard', '1/2', '--require', 'stream', '--', 'node'], '--require cannot be used with --shard'],
  [['--shard', '1/2', '--remember', 'history.json', '--', 'node'], '--remember cannot be used with --shard'],
  [['--', './no-such-driver'], 'the driver ./no-such-driver cannot be started (ENOENT)'],
])('says in one line what to do instead: %s', async (args, message) => {
  const { code, stderr } = await runInProcess(['check-client', '--journey', 'stream.plain', ...args]);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

it('lists the journeys, and starts nothing', async () => {
  const { code, stdout } = await runInProcess([
    'check-client',
    '--plan',
    '--fast',
    '--journey',
    'leave.plain',
  ]);
  expect(stdout).toBe(`leave.plain  (task leave; 1 world)
  The service goes on for a minute after the client has left.
  judges turns.disconnect.saved
1 journeys; the driver would be started 1 times at most
`);
  expect(code).toBe(0);
});

it('says which port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await check('--listen', String(port));
  other.close();
  expect(stderr).toContain(`cannot listen on 127.0.0.1:${port}: another program uses the port`);
  expect(code).toBe(2);
});

it('writes parts that merge joins, and a part that is missing shows', async () => {
  const driver = driverOf('text');
  const parts = ['1/2', '2/2'].map((shard) => ({ shard, file: workspace.path(`part-${shard[0]}.json`) }));
  for (const { shard, file } of parts)
    await runInProcess([
      ...['check-client', '--fast', '--journey', 'stream.p,stream.no,stream.long-t', '--shard', shard],
      ...['--reporter', `json=${file}`, '--', process.execPath, driver],
    ]);
  const [one = '', other = ''] = parts.map(({ file }) => file);
  const whole = await runInProcess(['merge', one, other]);
  expect(whole.stdout).toMatch(/conformant, client: \d+ judged/);
  expect((await runInProcess(['merge', one])).stdout).toContain('part 2 of 2 is missing');
});
