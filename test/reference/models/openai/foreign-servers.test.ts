import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, describe, expect, it } from 'vitest';
import { findPort } from '../../../find-port.ts';
import { toolFile } from '../../../tools/programs.ts';
import { ask, providerAt, readAll, readFailure, textOf } from '../asking.ts';

const folder = mkdtempSync(join(tmpdir(), 'providers-'));
const stops: (() => unknown)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
  rmSync(folder, { recursive: true });
});

/** Starts a program, and waits for a word of its output. */
async function start(file: string, args: readonly string[], env: NodeJS.ProcessEnv, ready: RegExp) {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    // A group of its own: llmock leaves the server that it starts behind.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  stops.push(() => child.pid && process.kill(-child.pid, 'SIGKILL'));
  let output = '';
  while (!ready.test(output)) output += String((await once(child.stdout, 'data'))[0]);
}

async function startMockLlm(): Promise<string> {
  const port = await findPort();
  const config = join(folder, 'mock-llm.json');
  const choice = (message: object, finish_reason: string) =>
    JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices: [{ message, finish_reason }] });
  const rule = (match: string, status: number, content: string) => ({
    path: '/v1/chat/completions',
    match,
    response: { status, content },
  });
  writeFileSync(
    config,
    JSON.stringify({
      streaming: { chunkSize: 5, chunkIntervalMs: 1 },
      rules: [
        rule('@', 200, choice({ role: 'assistant', content: 'Nine to six.' }, 'stop')),
        rule(
          "contains(body.messages[-1].content, 'fail')",
          429,
          '{"error":{"message":"slow down","code":"rate_limit_exceeded"}}',
        ),
      ],
    }),
  );
  await start(
    toolFile('@dwmkerr/mock-llm/dist/main.js'),
    ['--config', config],
    { PORT: String(port), HOST: '127.0.0.1' },
    /running on/,
  );
  return `http://127.0.0.1:${port}/v1`;
}

async function startLlmock(): Promise<string> {
  const port = await findPort();
  await start(
    toolFile('llmock/bin/llmock.js'),
    [
      'start',
      '--foreground',
      `--port=${port}`,
      '--host=127.0.0.1',
      '--stream=true',
      '--delayMin=0',
      '--delayMax=0',
      '--logRequests=false',
      '--validateRequests=false',
    ],
    {},
    /listening|running|started/i,
  );
  return `http://127.0.0.1:${port}/chatgpt`;
}

async function startAimock(): Promise<string> {
  const mock = new LLMock({ port: 0 });
  mock.onMessage('hello', { content: 'Nine to six.' }, { chunkSize: 5 });
  mock.onMessage('look', { toolCalls: [{ name: 'find_tickets', arguments: '{"text":"Fenwick"}' }] });
  stops.push(() => mock.stop());
  return `${await mock.start()}/v1`;
}

const providers = { aimock: startAimock, llmock: startLlmock, 'mock-llm': startMockLlm };
const urls = new Map<string, string>();
async function openProvider(name: keyof typeof providers) {
  const url = urls.get(name) ?? (await providers[name]());
  urls.set(name, url);
  return providerAt(url);
}
const saying = (content: string) => ({ messages: [{ role: 'user' as const, content }] });

describe('a provider of others', () => {
  it.each([
    ['aimock', 'Nine to six.'],
    ['llmock', expect.stringMatching(/^[A-Z].*\.$/)],
    ['mock-llm', 'Nine to six.'],
  ] as const)('%s streams a text in pieces', async (name, text) => {
    const { parts, error } = await readAll(ask(await openProvider(name)));
    expect(error).toBeUndefined();
    expect(parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
    expect(textOf(parts)).toEqual(text);
  });

  it('aimock calls a tool', async () => {
    const { parts } = await readAll(ask(await openProvider('aimock'), saying('look')));
    expect(parts).toContainEqual({
      type: 'call',
      call: { id: expect.any(String), name: 'find_tickets', input: { text: 'Fenwick' } },
    });
  });

  it('mock-llm sends a refusal as an event of a stream, which is told as what it is', async () => {
    const { message, facts } = await readFailure(ask(await openProvider('mock-llm'), saying('fail')));
    expect(message).toContain('(rate_limit_exceeded)');
    expect(facts.failureKind).toBe('overloaded');
  });

  it('is a row of docs/models.md', () => {
    const page = readFileSync(new URL('../../../../docs/models.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w@/-]+)` [\d.]+ \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(Object.keys(providers));
  });
});
