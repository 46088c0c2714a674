import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { findPort } from '../find-port.ts';

export interface MockServer {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Starts the mock of the bundle (`npm run mock`) on a free port of this machine, and waits until it answers. */
export async function startMockServer(document: string): Promise<MockServer> {
  const port = await findPort();
  const script = resolve(repositoryRoot, 'scripts/mock.ts');
  const server = spawn(process.execPath, [script, `--document=${document}`, `--port=${port}`], {
    cwd: repositoryRoot,
    env: testEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  server.stdout.on('data', (text) => said.push(String(text)));
  server.stderr.on('data', (text) => said.push(String(text)));
  const ended = once(server, 'close');
  const baseUrl = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (server.exitCode === null) server.kill();
    await ended;
  };
  for (let tries = 0; tries < 3000; tries += 1) {
    if (server.exitCode !== null) throw new Error(`the mock server has ended:\n${said.join('')}`);
    if (await answers(baseUrl)) return { baseUrl, stop };
    await new Promise((next) => setTimeout(next, 100));
  }
  await stop();
  throw new Error(`the mock server did not answer within five minutes:\n${said.join('')}`);
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    await (await fetch(baseUrl)).text();
    return true;
  } catch {
    return false;
  }
}
