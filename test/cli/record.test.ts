import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { loadAlterations } from '../../src/alterations/load-alterations.ts';
import type { AlterationOptions } from '../../src/alterations/options.ts';
import { assemble } from '../../src/reference/start.ts';
import { parsePrometheusText } from '../conformance/metrics/parse-prometheus-text.ts';
import { listRecordings } from '../conformance/recorder/open-recorder.ts';
import { findPort } from '../find-port.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

const workspace = makeWorkspace();
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
  /** The output on stderr so far. */
  printed(): string;
  /** The output on stdout so far. */
  logged(): string;
  /** Resolves when stderr contains the text. */
  untilPrinted(text: string): Promise<void>;
}

/** Starts the command. @returns its process and the printed address */
async function startRecord(flags: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const main = resolve(repositoryRoot, 'src/cli/main.ts');
  const args = [main, 'record', '--port', '0', ...flags];
  const child = spawn(process.execPath, args, { env: { ...testEnvironment(), ...env } });
  cleanUps.push(() => child.kill('SIGKILL'));
  let printed = '';
  child.stderr.on('data', (piece) => {
    printed += piece;
  });
  let logged = '';
  child.stdout.on('data', (piece) => {
    logged += piece;
  });
  const untilPrinted = async (text: string) => {
    while (!(printed + logged).includes(text)) {
      if (child.exitCode !== null) throw new Error(`record stopped: ${printed}`);
      await Promise.race([once(child.stderr, 'data'), once(child.stdout, 'data'), once(child, 'close')]);
    }
  };
  await untilPrinted(flags.includes('json') ? 'listening' : 'Stop it with Ctrl-C');
  return {
    child,
    url:
      /listening on (\S+)|"url":"([^"]+)/
        .exec(printed + logged)
        ?.slice(1)
        .join('') ?? '',
    printed: () => printed,
    logged: () => logged,
    untilPrinted,
  };
}

async function stop({ child, logged }: Running): Promise<{ code: number; stdout: string }> {
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  return { code, stdout: logged() };
}

async function startReference(options: AlterationOptions = {}): Promise<string> {
  const server = await assemble({ decorators: await loadAlterations(options), report() {} });
  cleanUps.push(() => server.close());
  return server.url;
}

function turn(url: string, content: string): Promise<Response> {
  return fetch(`${url}/api/v1/chats/${randomUUID()}/messages/stream`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer harbor-main',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ content }),
  });
}

describe('record', () => {
  it('records a sound server, and prints the folder and the verdict', async () => {
    const target = await startReference();
    const output = workspace.path('sound');
    const tokenFile = workspace.write('tokens', '\ufefffirst-token\r\nsecond-token\r\n');
    const running = await startRecord(
      ['--target', target, '--output', output, '--token-file', tokenFile, '--token-file', tokenFile],
      { CONVERSATION_API_TOKEN: 'of-environment' },
    );
    expect(running.printed()).toContain(`forwards to ${target}/\n  records in ${output}\n`);
    const answer = await turn(running.url, 'Say second-token and of-environment.');
    expect(await answer.text()).toContain('message.completed');
    const { code, stdout } = await stop(running);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^conformant, recording: \d+ judged/),
    });
    expect(running.printed()).toContain(
      `1 exchange in ${output}; npx --no conversation-api check ${output} judges them again`,
    );
    const [name = ''] = listRecordings(output);
    const lines = readFileSync(resolve(output, name), 'utf8').trimEnd().split('\n');
    const { body } = JSON.parse(lines[1] ?? '').request;
    expect(Buffer.from(body, 'base64').toString()).toBe(
      JSON.stringify({ content: `Say ${'*'.repeat(12)} and ${'*'.repeat(14)}.` }),
    );
  });

  it('logs JSON lines, with the time and the request id of each finding', async () => {
    const target = await startReference({ breakages: ['stream.failure.as-event/cut'] });
    const output = workspace.path('json');
    const running = await startRecord(['--target', target, '--output', output, '--log', 'json']);
    const fails = 'Hi\n\n```script\n[{"say":"One"},{"fail":"outage"}]\n```';
    for (let count = 0; count < 4; count += 1) await (await turn(running.url, fails)).text();
    const { code, stdout } = await stop(running);
    expect({ code, stderr: running.printed() }).toEqual({ code: 1, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    const log = lines.map((line) => JSON.parse(line));
    for (const { time, level } of log) expect([typeof time, typeof level]).toEqual(['number', 'number']);
    expect(log[0]).toMatchObject({ msg: 'listening', target: `${target}/`, output, url: running.url });
    const findings = log.filter(({ msg }) => msg === 'finding');
    expect(findings.map((line) => line.is_last)).toEqual([undefined, undefined, true]);
    for (const finding of findings)
      expect(finding).toMatchObject({
        requirement: 'stream.terminal.exactly-one',
        requirement_level: 'must',
        file: expect.stringMatching(/^000\d-streamMessage\.jsonl$/),
        sent_at: expect.stringMatching(/^20\S+Z$/),
        request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      });
    expect(log.at(-1)).toMatchObject({ msg: 'stopped', verdict: 'nonconformant', exchanges: 4, failed: 1 });
  });

  it('prints a finding at once, and ends with the verdict of check on the recordings', async () => {
    const target = await startReference({ breakages: ['stream.failure.as-event/cut'] });
    const output = workspace.path('broken');
    const running = await startRecord(['--target', target, '--output', output]);
    await (await turn(running.url, 'Hi\n\n```script\n[{"say":"One"},{"fail":"outage"}]\n```')).text();
    await running.untilPrinted('actual: ');
    expect(running.printed()).toMatch(
      /✗ stream\.terminal\.exactly-one \(must\)\n {2}0000-streamMessage\.jsonl, exchange 0, byte \d+, sent 20\S+Z, request id [\da-f-]{36}\n {2}expected: /,
    );
    const { code, stdout } = await stop(running);
    const again = await runInProcess(['check', output]);
    expect([code, again.code]).toEqual([1, 1]);
    expect(stdout.trim()).toBe(again.stdout.trimEnd().split('\n').at(-1));
  });

  it('closes the open recordings on a signal', async () => {
    const target = await startReference();
    const output = workspace.path('under-way');
    const running = await startRecord(['--target', target, '--output', output]);
    const answer = await turn(running.url, 'Hi\n\n```script\n[{"say":"One"},{"hang":true}]\n```');
    const reader = answer.body?.getReader();
    await reader?.read();
    const { code, stdout } = await stop(running);
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringMatching(/^incomplete, recording: /) });
    await expect(reader?.closed).rejects.toThrow();
    expect(running.printed()).toContain(
      'incomplete: 0000-streamMessage.jsonl: the stream was cut before its terminal event',
    );
    const [name = ''] = listRecordings(output);
    const last = readFileSync(resolve(output, name), 'utf8').trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ end: 'client' });
  });

  it('serves metrics on their own port, while the target keeps its own /metrics', async () => {
    const target = await startReference({ breakages: ['stream.failure.as-event/cut'] });
    const output = workspace.path('metrics');
    const running = await startRecord([
      ...['--target', target, '--output', output, '--sample', '100%'],
      ...['--rotate', '1MB', '--disk', '2MB', '--metrics', '0'],
    ]);
    const [, url = ''] = /metrics at (\S+)/.exec(running.printed()) ?? [];
    expect(running.printed()).toContain('  takes a sample of 100%\n  metrics at http://127.0.0.1:');
    await (await turn(running.url, 'Hi\n\n```script\n[{"say":"One"},{"fail":"outage"}]\n```')).text();
    await running.untilPrinted('actual: ');
    expect(await (await fetch(`${running.url}/metrics`)).text()).toContain('conversation_api_turns_total');
    const metrics = parsePrometheusText(await (await fetch(url)).text());
    expect(metrics.conversation_api_violations_total?.samples).toMatchObject({
      [JSON.stringify({ requirement: 'stream.terminal.exactly-one', level: 'must' })]: 1,
    });
    expect(metrics.conversation_api_judged_total?.samples['{"verdict":"nonconformant"}']).toBe(1);
    expect((await stop(running)).code).toBe(1);
    expect(listRecordings(output)).toEqual(['0000-exchanges.jsonl']);
    await expect(fetch(url)).rejects.toThrow();
    expect((await runInProcess(['check', `${output}/0000-exchanges.jsonl`])).code).toBe(1);
  });

  it('reports in one line that the metrics port is in use, and listens nowhere', async () => {
    const { port } = new URL(await startReference());
    const output = workspace.path('port-in-use');
    const { code, stderr } = await runInProcess([...base.slice(0, -1), output, '--metrics', port]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `conversation-api: cannot listen on 127.0.0.1:${port}: another program uses the port; stop it, or choose another port (0 takes any free port)\n`,
    });
    expect(existsSync(output)).toBe(false);
  });

  it('refuses a folder that another recorder uses, in one line, until that one ends, however it ends', async () => {
    const output = workspace.path('two');
    const first = await startRecord([...base.slice(1, 3), '--output', output]);
    const second = await runInProcess([...base.slice(0, -1), output]);
    expect(second).toMatchObject({
      code: 2,
      stderr: `conversation-api: cannot write ${output}: another recorder writes to this folder; stop it, or name another folder\n`,
    });
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    await stop(await startRecord([...base.slice(1, 3), '--output', output]));
  });

  it('reports in one line each that the target does not respond, and that it responds again', async () => {
    const port = await findPort();
    const output = workspace.path('outage');
    const running = await startRecord(['--target', `http://127.0.0.1:${port}`, '--output', output]);
    const list = () =>
      fetch(`${running.url}/api/v1/chats`, { headers: { authorization: 'Bearer harbor-main' } });
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await list()).status).toBe(502);
    const server = await assemble({ port, report() {} });
    cleanUps.push(() => server.close());
    expect((await list()).status).toBe(200);
    await running.untilPrinted('recovery: ');
    const { code, stdout } = await stop(running);
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringMatching(/^incomplete, recording: /) });
    expect(running.printed().match(/^conversation-api: (?:outage|recovery): .*$/gm)).toEqual([
      'conversation-api: outage: the target sent no complete response (ECONNREFUSED); requests are answered with 502',
      expect.stringMatching(
        /^conversation-api: recovery: the target responds again after [\d.]+ s; requests answered with 502: 3$/,
      ),
    ]);
    expect(running.printed()).toContain(
      'incomplete: 0000-listChats.jsonl: the target gave an exchange no response',
    );
  });
});

const base = [
  'record',
  '--target',
  'http://127.0.0.1:1',
  '--port',
  '0',
  '--output',
  workspace.path('unused'),
];

it.each([
  [['record', '--port', '0', '--output', 'x'], 'record needs --target'],
  [['record', '--target', 'http://a.example', '--output', 'x'], 'record needs --port'],
  [['record', '--target', 'http://a.example', '--port', '0'], 'record needs --output'],
  [
    ['record', '--target', 'ftp://a.example', '--port', '0', '--output', 'x'],
    '"ftp://a.example" is not a URL; it must begin with http:// or https://',
  ],
  [
    ['record', '--target', 'http://u:p@a.example', '--port', '0', '--output', 'x'],
    '--target contains a password',
  ],
  [['record', '--target', 'http://a.example?b=c', '--port', '0', '--output', 'x'], 'a base URL has no query'],
  [[...base, '--token-file', ''], '--token-file needs a value'],
  [[...base, '--token-file', '/dev/null'], '--token-file /dev/null cannot be read: it is a device'],
  [[...base, '--token-file', workspace.write('blank', ' \n')], 'has no token'],
  [
    [...base, '--token-file', workspace.write('utf-16', Buffer.from('a-token', 'utf16le'))],
    'cannot be read: it is UTF-16; write it as UTF-8',
  ],
  [[...base, '--token-file', 'missing'], '--token-file missing cannot be read: there is no such file'],
  [
    [...base, '--host', '203.0.113.9', '--insecure'],
    'cannot listen on 203.0.113.9:0: this machine does not have the address',
  ],
  ...['0%', '0.001%', '101%', '1', '%', '-1%', '1e1%', 'NaN%', '1%%'].map((value): [string[], string] => [
    [...base, `--sample=${value}`],
    `--sample cannot be "${value}"; write a percentage from 0.01% to 100%, such as 1%`,
  ]),
  ...['0MB', '64', '1.5GB', '64M', '-1MB', '100000GB', '999KB'].map((value): [string[], string] => [
    [...base, `--rotate=${value}`],
    `--rotate cannot be "${value}"; write a size such as 64MB, from 1MB to 16GB`,
  ]),
  [[...base, '--disk', '1GB'], '--disk deletes whole files, so it needs --rotate'],
  [[...base, '--rotate', '1GB', '--disk', '1GB'], '--disk must be at least twice --rotate'],
  [[...base, '--rotate', '1GB', '--disk', 'all'], '--disk cannot be "all"; write a size'],
  ...['x', '65536', ':9464', '127.0.0.1:', 'http://127.0.0.1:9464', '::1:9464'].map(
    (value): [string[], string] => [
      [...base, `--metrics=${value}`],
      `--metrics cannot be "${value}"; write a port such as 9464, or an address such as 0.0.0.0:9464`,
    ],
  ),
  [[...base, '--metrics', '0.0.0.0:0'], 'the metrics require no token; add --insecure if'],
  [[...base, 'more'], 'record takes flags only, and the server as --target URL'],
  [
    ['record', '--target', 'http://a.example', '--port', '0', '--output', workspace.write('file', '')],
    'it is a file; name a folder for the recordings',
  ],
])('record refuses in one line %j', async (args, line) => {
  const { code, stdout, stderr } = await runInProcess(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(line);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
