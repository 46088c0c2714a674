import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { findPort } from '../find-port.ts';
import { listen } from '../listen.ts';
import { makeWorkspace } from './workspace.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const files = makeWorkspace();

/**
 * A command that waits for something takes at least this long, in milliseconds: the shortest of those waits is 5 s. One that does not takes a
 * second on a calm machine.
 */
const MOST = 4_500;
/** How often it is tried. A busy machine may take the time once; a command that waits takes it each time. */
const TRIES = 4;
const HEAD = { 'content-type': 'application/json' };
const SUCCESS =
  '{"status":"success","message":"","message_code":"api_v1_ok","data":{},"meta":{"request_id":"a"}}';

/** What a target does with every request. */
const TARGETS: Readonly<Record<string, (response: ServerResponse, path: string) => void>> = {
  'answers nothing': () => {},
  'sends a body without an end': (response) => {
    response.writeHead(200, HEAD);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  'asks to wait': (response) => response.writeHead(429, { 'retry-after': '50' }).end('{}'),
  'sends large bodies': (response) =>
    response.writeHead(200, HEAD).end(`{"data":[${'{"id":1},'.repeat(2e4)}1]}`),
  'answers only the first request': (response, path) => {
    if (path.endsWith('/catalog')) response.writeHead(200, HEAD).end(SUCCESS);
  },
  'answers like a gateway': (response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>'),
};

/** The shortest time that some tries took. */
async function bestOf(attempt: () => Promise<number>): Promise<number> {
  let best = await attempt();
  for (let tries = 1; tries < TRIES && best >= MOST; tries += 1) best = Math.min(best, await attempt());
  return best;
}

/** Starts a command, sends it a signal after some time, and returns how long it took to end. */
async function timeToEnd(
  args: readonly string[],
  signal: NodeJS.Signals,
  meanwhile: () => Promise<unknown> = () => delay(2_500),
): Promise<number> {
  const env = { ...process.env, CONVERSATION_API_TOKEN: 'any' };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await Promise.race([meanwhile(), ended]);
  const begun = performance.now();
  child.kill(signal);
  await ended;
  return performance.now() - begun;
}

it.each(Object.keys(TARGETS))(
  'check ends on a signal while its target %s',
  { timeout: 120_000 },
  async (what) => {
    const target = createServer((request, response) => {
      request.resume();
      TARGETS[what]?.(response, request.url ?? '');
    });
    const { url, close } = await listen(target);
    onTestFinished(close);
    expect(await bestOf(() => timeToEnd(['check', url], 'SIGTERM'))).toBeLessThan(MOST);
  },
);

it.each([
  ['serve', ['--log', 'none']],
  ['rig', []],
  ['record', ['--target', 'http://127.0.0.1:9', '--output', 'OUTPUT']],
])(
  '%s ends on a signal while a client does not finish its request',
  { timeout: 120_000 },
  async (name, flags) => {
    const output = files.path(`output-of-${name}`);
    const attempt = async () => {
      const port = await findPort();
      const args = [
        name,
        '--port',
        String(port),
        ...flags.map((flag) => (flag === 'OUTPUT' ? output : flag)),
      ];
      return await timeToEnd(args, 'SIGINT', async () => {
        const client = await connected(port);
        onTestFinished(() => void client.destroy());
        client.write('POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
        await delay(300);
      });
    };
    expect(await bestOf(attempt)).toBeLessThan(MOST);
  },
);

async function connected(port: number) {
  for (;;) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    if (isOpen) return socket;
    await delay(50);
  }
}
