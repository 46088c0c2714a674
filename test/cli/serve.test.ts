import { type ChildProcessWithoutNullStreams, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import type { Act } from '../../src/rig/script/act.ts';
import { serve } from '../reference/connectors/fetch-server.ts';
import { createLeavingServer } from '../reference/connectors/leaving-server.ts';
import { withSessions } from '../reference/connectors/with-sessions.ts';
import { TestClient } from '../reference/harness/client.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

const children: ChildProcessWithoutNullStreams[] = [];
const workspace = makeWorkspace();

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Serving {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
}

/** Starts the command. @returns its process and the printed address */
function startServe(...flags: string[]): Promise<Serving> {
  return startServeInto('pipe', ...flags);
}

/** Starts the command. @param stdout a pipe, or the descriptor of an open file */
async function startServeInto(stdout: 'pipe' | number, ...flags: string[]): Promise<Serving> {
  const args = [resolve(repositoryRoot, 'src/cli/main.ts'), 'serve', '--port', '0', ...flags];
  const stdio: StdioOptions = ['pipe', stdout, 'pipe'];
  // With a file, there is no stream for standard output; the tests that pass one do not use it.
  const child = spawn(process.execPath, args, {
    env: testEnvironment(),
    stdio,
  }) as ChildProcessWithoutNullStreams;
  children.push(child);
  let printed = '';
  for await (const piece of child.stderr.iterator({ destroyOnReturn: false })) {
    printed += piece;
    const [, url] = /listening on (\S+)/.exec(printed) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`serve stopped before it listened: ${printed}`);
}

interface LoggingServer extends Serving {
  logged(): string;
  /** Waits for a line with this `msg`. */
  until(msg: string): Promise<unknown>;
}

/** Starts the command with a log of JSON, whose first line has the address. Nothing is on stderr then. */
async function startWithJsonLog(...flags: string[]): Promise<LoggingServer> {
  const args = [
    resolve(repositoryRoot, 'src/cli/main.ts'),
    'serve',
    '--port',
    '0',
    '--log',
    'json',
    ...flags,
  ];
  const child = spawn(process.execPath, args, { env: testEnvironment() });
  children.push(child);
  let logged = '';
  child.stderr.on('data', (piece) => {
    logged += `on stderr: ${piece}`;
  });
  child.stdout.on('data', (piece) => {
    logged += piece;
  });
  while (!logged.includes('\n')) await once(child.stdout, 'data');
  const until = async (msg: string) => {
    const find = () => logged.split('\n').find((line) => line.includes(`"msg":${JSON.stringify(msg)}`));
    while (find() === undefined) await once(child.stdout, 'data');
    return JSON.parse(find() ?? '');
  };
  const [first = ''] = logged.split('\n');
  return { child, url: JSON.parse(first).url, logged: () => logged, until };
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
}

describe('serve', () => {
  it('serves, logs without the token, and stops on a signal', async () => {
    const { child, url, logged } = await startWithJsonLog('--time-scale', '7');
    const page = await fetch(url);
    expect(await page.json()).toMatchObject({ name: 'conversation-api reference server', time_scale: 7 });
    const chats = await fetch(`${url}/api/v1/chats`, { headers: { authorization: 'Bearer harbor-main' } });
    expect(chats.status).toBe(200);
    await chats.arrayBuffer();

    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    const lines = logged()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ msg: 'listening', url }, { route: '/' }, { credential: 'main' }]);
    expect(logged()).not.toContain('harbor-main');
  });

  it('ends on a signal although nobody reads its log', async () => {
    const { child, url } = await startWithJsonLog();
    child.stdout.pause();
    const path = `${url}/${'a'.repeat(200)}`;
    for (let round = 0; round < 20; round += 1)
      await Promise.all(Array.from({ length: 50 }, () => fetch(path).then((answer) => answer.text())));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each<[string, Act[], 'message.delta' | 'message.completed']>([
    ['left a question open, and has ended', [{ say: 'Asked.' }], 'message.completed'],
    ['left a question open, and continues', [{ say: 'Asked.' }, { hang: true }], 'message.delta'],
    [
      'left a question open, and waits for a tool',
      [{ say: 'Asked.' }, { call: { tool: 'never_return' } }],
      'message.delta',
    ],
  ])('stops without an error while a turn has %s', async (_what, rest, type) => {
    const leaving = Promise.withResolvers<void>();
    const desk = await serve(withSessions(() => createLeavingServer(leaving.promise)).handle);
    const transport = { kind: 'http', url: desk.url };
    const connector = { id: 30, company: 1, name: 'leaving', display_name: 'Leaving', transport };
    const { connectors = [] } = defaultSeedValue;
    const seed = { ...defaultSeedValue, connectors: [...connectors, connector] };
    const { child, url } = await startServe('--seed', workspace.write('seed.json', JSON.stringify(seed)));
    let printed = '';
    child.stderr.on('data', (piece) => {
      printed += piece;
    });
    const stream = await new TestClient(url, 'harbor-main').stream({
      script: [{ call: { tool: 'ask_and_leave' } }, ...rest],
      attachments: { mcp_server_ids: [30] },
    });
    await stream.until('message.action_required');
    leaving.resolve();
    await stream.until(type);

    child.kill('SIGTERM');

    expect((await once(child, 'close'))[0]).toBe(0);
    expect(printed).toBe('');
  });

  it.each<[what: string, file: string | undefined]>([
    ['a closed pipe', undefined],
    ...(existsSync('/dev/full') ? [['a full disk', '/dev/full'] satisfies [string, string]] : []),
  ])('keeps serving when its log is written to %s', async (_what, file) => {
    const { child, url } = await startServeInto(file === undefined ? 'pipe' : openSync(file, 'w'));
    if (file === undefined) child.stdout.destroy();
    const headers = { authorization: 'Bearer harbor-main', 'content-type': 'application/json' };
    for (let count = 1; count <= 5; count += 1) {
      const created = await fetch(`${url}/api/v1/chats`, { method: 'POST', headers, body: '{}' });
      expect(created.status).toBe(200);
      await created.arrayBuffer();
    }
    const listed = await fetch(`${url}/api/v1/chats`, { headers });
    expect(await listed.json()).toMatchObject({ meta: { total: 5 } });

    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(0);
  });

  it.each([
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:[1-9]\d*$/],
    ['0.0.0.0', /^http:\/\/0\.0\.0\.0:[1-9]\d*$/],
    ['::1', /^http:\/\/\[::1\]:[1-9]\d*$/],
  ])('prints the address it has bound for --host %s', async (host, printed) => {
    if (host === '::1' && !hasIpv6()) return;
    const { url } = await startServe('--host', host, '--insecure');
    expect(url).toMatch(printed);
  });

  it.each([
    [[], 421],
    [['--allow-host', 'other.example, gateway.example'], 200],
  ])('with %j, answers a request for gateway.example with %i', async (flags, status) => {
    const { url } = await startServe(...flags);
    const asked = request(url, { headers: { host: 'gateway.example' } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(status);
  });

  it('refuses a name that cannot appear in a request', async () => {
    const { code, stderr } = await runInProcess(['serve', '--port', '0', '--allow-host', 'http://a.example']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^conversation-api: "http:\/\/a\.example" .* without scheme and port.*\n$/);
  });

  it.each([
    [[], 404],
    [['--application'], 202],
    [['--faults'], 202],
  ])('with %j, answers a turn of the application with %i', async (flags, status) => {
    const { url } = await startServe(...flags);
    const answer = await fetch(`${url}/_reference/application/turns`, {
      method: 'POST',
      headers: { authorization: 'Bearer harbor-main' },
      body: '{"content": "Hello"}',
    });
    expect(answer.status).toBe(status);
  });

  it('prints a seed that it accepts', async () => {
    const { stdout, code } = await runInProcess(['serve', '--print-seed']);
    expect(code).toBe(0);
    const file = workspace.write('seed.yaml', stdout);
    const { url } = await startServe('--seed', file);
    expect((await fetch(url)).status).toBe(200);
  });

  it('refuses to serve the published tokens to other machines', async () => {
    const { code, stderr } = await runInProcess(['serve', '--host', '0.0.0.0', '--port', '0']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^conversation-api: 0\.0\.0\.0 can be reached .*--seed FILE.*--insecure\n$/);
  });

  it.each([
    [['--port', '70000'], '--port cannot be "70000"; it must be a whole number from 0 to 65535'],
    [['--time-scale', '0'], '--time-scale cannot be "0"; it must be a whole number from 1 to 1000000'],
    [['--log', 'loud'], '--log cannot be "loud"; it must be one of json, pretty, none'],
    [['--seed', 'missing.yaml'], '--seed missing.yaml cannot be read: there is no such file'],
    [['--data', ''], '--data needs a value; is a variable of your script empty?'],
    [['--data', '/nowhere/state.db', '--port', '0'], '/nowhere'],
    [['--variant', 'A-21=clam'], '--variant "A-21=clam": there is no such variant; did you mean A-21=clamp?'],
    [['--variant', 'A-07'], 'did you mean A-07=created-chat-201, A-07=other-2xx?'],
    [['--break', 'chats.create.exist'], 'did you mean chats.create.exists'],
    [['--break', 'nothing.of.the.kind'], 'conversation-api list --breakages shows all of them'],
    [['4010'], 'serve takes flags only; see serve --help'],
  ])('refuses %j in one line', async (flags, line) => {
    const { code, stderr } = await runInProcess(['serve', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('explains what is wrong with a seed, one line per problem', async () => {
    const file = workspace.write('seed.yaml', 'seed: 1\ncompanies: []\nuser: 3\n');
    const { code, stderr } = await runInProcess(['serve', '--seed', file, '--port', '0']);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n').length).toBeGreaterThan(1);
    expect(stderr).toContain('seed.yaml:3: ');
  });
});

describe.skipIf(process.platform === 'win32')('serve with a seed, on SIGHUP', () => {
  const withToken = (token: string) => {
    const [main, ...others] = defaultSeedValue.credentials;
    return JSON.stringify({ ...defaultSeedValue, credentials: [{ ...main, token }, ...others] });
  };

  it.each([false, true])('reads the seed again without cutting turns (with --data: %s)', async (isKept) => {
    const seed = workspace.write('changing.json', withToken('first-token'));
    const data = isKept ? ['--data', workspace.path('changing.db')] : [];
    const { child, url, until } = await startWithJsonLog('--seed', seed, ...data);
    const call: Act = { call: { tool: 'close_ticket', input: { ticket: 4410 } } };
    const stream = await new TestClient(url, 'first-token').stream({
      script: [call, { say: 'Closed.' }],
      attachments: { mcp_server_ids: [7] },
    });
    const { action_id, payload } = await stream.until('message.action_required');

    workspace.write('changing.json', withToken('second-token'));
    child.kill('SIGHUP');
    expect(await until('seed read')).toMatchObject({ seed });
    expect((await new TestClient(url, 'first-token').get('/chats')).status).toBe(401);
    const main = new TestClient(url, 'second-token');
    const decisions = [{ tool_use_id: payload.tools[0].tool_use_id, approved: true }];
    expect((await main.act(stream.chatId, 'approve-tool', { action_id, decisions })).status).toBe(200);
    expect((await stream.rest()).type).toBe('message.completed');

    workspace.write('changing.json', withToken('short'));
    child.kill('SIGHUP');
    expect(await until('seed refused')).toMatchObject({
      seed,
      causes: [expect.stringMatching(/^invalid-seed: .*changing\.json:1: credentials\[0\]\.token /)],
    });
    expect((await main.get('/chats')).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('says on standard error that the file is gone if there is no log', async () => {
    const seed = workspace.write('gone.json', withToken('first-token'));
    const { child, url } = await startServe('--log', 'none', '--seed', seed);
    rmSync(seed);
    child.kill('SIGHUP');
    const [printed] = await once(child.stderr, 'data');
    expect(String(printed)).toBe(`--seed ${seed} cannot be read: there is no such file\n`);
    expect((await new TestClient(url, 'first-token').get('/chats')).status).toBe(200);
  });

  it('stops if it has no seed of its own', async () => {
    const { child } = await startServe();
    child.kill('SIGHUP');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
