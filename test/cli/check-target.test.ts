import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';
import { spawnMeasured } from '../bench/spawn-measured.ts';
import {
  flood,
  openRawTarget,
  type RawRequest,
  type RawTarget,
  respond,
  STREAM_HEAD,
} from '../conformance/run/raw-target.ts';
import { runInProcess } from './run-in-process.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const TOKEN = 'a-token-that-must-stay-secret';

const targets: RawTarget[] = [];
beforeEach(() => {
  vi.stubEnv('CONVERSATION_API_TOKEN', TOKEN);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(targets.splice(0).map((target) => target.close()));
});

async function open(answer: (socket: Socket, request: RawRequest) => void): Promise<RawTarget> {
  const target = await openRawTarget(answer);
  targets.push(target);
  return target;
}

describe('a target that never answers leads to exit code 4 and one line', () => {
  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['closes', (socket) => void socket.end(), /the response broke off/],
    ['speaks no HTTP', (socket) => void socket.write('220 mail.example ESMTP\r\n'), /invalid HTTP\/1\.1/],
    [
      'sends headers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ');
        flood(socket, 'x'.repeat(65_536));
      },
      /the head of the response has more than 16384 bytes/,
    ],
    [
      'sends a bomb',
      (socket) => respond(socket, 200, gzipSync(Buffer.alloc(8e6)), { 'content-encoding': 'gzip' }),
      /the body has more than 2097152 bytes/,
    ],
  ])('when it %s', async (_, answer, reason) => {
    const { url } = await open(answer);
    const ran = await runInProcess(['check', url]);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 4, stdout: '' });
    expect(ran.stderr).toMatch(reason);
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('when nothing listens at its address', async () => {
    const { url, close } = await openRawTarget(() => {});
    await close();
    const ran = await runInProcess(['check', url]);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 4, stdout: '' });
    expect(ran.stderr).toMatch(/^conversation-api: http:.*: the target cannot be reached: .*ECONNREFUSED/);
  });
});

describe('an unusable argument leads to exit code 2 and one line', () => {
  it.each([
    [
      'a URL without its scheme',
      ['127.0.0.1:4010', '--fast'],
      /"127.0.0.1:4010" is not a URL; it must begin with http/,
    ],
    ['a URL with another scheme', ['htp://host', '--fast'], /"htp:\/\/host" is not a URL/],
    [
      'a URL with a query, which would not be sent',
      ['http://127.0.0.1:1/base?tenant=7'],
      /has no query or fragment, .*did you mean http:\/\/127\.0\.0\.1:1\/base\?$/m,
    ],
    ['a URL with the path that the suite adds', ['http://127.0.0.1:1/api/v1/'], /ends before \/api\/v1/],
  ])('%s', async (_, args, message) => {
    const ran = await runInProcess(['check', ...args]);
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('a token unknown to the target, before anything is created', async () => {
    const asked: string[] = [];
    const { url } = await open((socket, { method, path }) => {
      asked.push(`${method} ${path}`);
      respond(socket, 401, '{}');
    });
    const ran = await runInProcess(['check', url]);
    expect(ran).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/token of the main credential/),
    });
    expect(ran.stderr).not.toContain(TOKEN);
    expect(asked).toEqual(['GET /api/v1/chats', 'GET /api/v1/chats', 'GET /api/v1/chat/catalog']);
  });
});

describe('text from a target', () => {
  const evil = '\u001b[2J\u001b]0;title\u0007\u009b31m<script>alert(1)</script>]]>\r\n::error::x';
  it.each(['pretty', 'json', 'junit'])(
    'never reaches a terminal or a document unescaped: %s',
    async (reporter) => {
      const body = JSON.stringify({ message_code: evil, data: { id: evil, [evil]: evil }, message: evil });
      const { url } = await open((socket) => respond(socket, 200, body.replaceAll('\\u001b', '\u001b')));
      const { url: plain } = await open((socket) =>
        respond(socket, 200, body, { 'x-evil': '\u001b[2J', 'content-type': 'text/\u001b[2J' }),
      );
      for (const target of [url, plain]) {
        const ran = await runInProcess([
          'check',
          target,
          '--fast',
          '--only',
          'chats',
          '--reporter',
          reporter,
        ]);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur
        expect(`${ran.stdout}${ran.stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
        if (reporter === 'junit') expect(ran.stdout).not.toContain('<script>');
        expect(`${ran.stdout}${ran.stderr}`).not.toContain(TOKEN);
        // Control characters make a header invalid HTTP. Everywhere else, the suite reads them.
        expect(target === url ? [1, 3] : [4]).toContain(ran.code);
      }
    },
  );
});

/** Runs the command line in a process of its own. */
function spawnCheck(args: readonly string[]) {
  return spawnMeasured([MAIN, 'check', ...args], { env: { ...process.env, CONVERSATION_API_TOKEN: TOKEN } });
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a signal %s ends the run, deletes what it created, and reports the findings so far',
  async (signal) => {
    let opened = () => {};
    const isOpen = new Promise<void>((resolve) => {
      opened = resolve;
    });
    const { url, requests } = await open((socket, { method, path }) => {
      if (path.endsWith('/messages/stream')) {
        socket.write(STREAM_HEAD);
        opened();
      } else if (method === 'GET') respond(socket, 200, '{"data":[]}');
      else respond(socket, 404, '{"message_code":"api_v1_not_found"}');
    });
    const { child, ended } = spawnCheck([url, '--only', 'stream', '--concurrency', '1']);
    await isOpen;
    child.kill(signal);
    const { code, stdout } = await ended;
    expect(code).toBe(3);
    expect(stdout).toContain('the run was stopped');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^incomplete, /);
    expect(requests.some(({ method }) => method === 'DELETE')).toBe(true);
  },
);

it('a signal that arrives while the report is written does not prevent the report', async () => {
  const { url } = await open((socket) => respond(socket, 200, '{"data":[]}'));
  let isHandled: boolean | undefined;
  let stdout = '';
  const output = {
    write(text: string) {
      stdout += text;
      // An unhandled signal would end the process here.
      isHandled ??= process.emit('SIGTERM', 'SIGTERM');
    },
    on() {},
  };
  const io = { stdin: Readable.from([]), stdout: output, stderr: { write() {}, on() {} } };
  await runCommand(['check', url, '--only', 'catalog.get', '--reporter', 'json'], io as never);
  expect(isHandled).toBe(true);
  expect(JSON.parse(stdout)).toMatchObject({ mode: 'live' });
});

it('--plan groups what runs by area and what does not by reason, and estimates the time without a request', async () => {
  const { url, requests } = await open((socket) => respond(socket, 200, '{}'));
  const { stdout } = await runInProcess(['check', url, '--plan', '--fast']);
  expect(requests).toEqual([]);
  expect(stdout.split('\n').length).toBeLessThan(120);
  expect(stdout).toMatch(/^run {6}chats: \d+ checks {2}\(\d+ turns .*\)$/m);
  expect(stdout).toMatch(
    /^skip {5}\S+ and \d+ more {2}\(each part of its situation also comes up in another check/m,
  );
  expect(stdout).toMatch(
    /^that takes about \d+ (?:s|minutes) plus .* at a round trip of \d+\.\d ms, measured by connecting$/m,
  );
  const away = await runInProcess(['check', 'http://127.0.0.1:1', '--plan', '--fast']);
  expect(away.code).toBe(0);
  expect(away.stdout).not.toContain('round trip');
});

it('--plan prints without a request which checks would run, what they would send and create, and how long they would wait', async () => {
  const { url, requests } = await open((socket) => respond(socket, 200, '{}'));
  const { code, stdout } = await runInProcess([
    'check',
    url,
    '--plan',
    '--only',
    'chats.list,skills.toggle',
    '--verbose',
  ]);
  const lines = stdout.trimEnd().split('\n');
  expect({ code, requests }).toEqual({ code: 0, requests: [] });
  expect(lines.filter((line) => line.startsWith('run ') && line.includes('skills.toggle'))).toEqual([
    'run      skills.toggle  (1 skill)',
  ]);
  expect(lines.filter((line) => line.startsWith('skip') && line.includes('  chats.create  '))).toEqual([
    'skip     chats.create  (not selected)',
  ]);
  const summary = lines.slice(lines.findIndex((line) => /^\d+ checks would run/.test(line)));
  expect(summary[0]).toMatch(/^\d+ checks would run, \d+ not; the longest wait is \d+\.\d s$/);
  expect(summary[1]).toMatch(
    /^they send and create about (\d+ turns? \(\d+ reach a model\), )?(\d+ chats?, )?\d+ skills?, with \d+ requests in all, as measured/,
  );
});
