import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listCauses } from '../../../../src/reference/causes.ts';
import type { OpenAiProvider } from '../../../../src/reference/models/openai/failure.ts';
import { findPort } from '../../../find-port.ts';
import { toolFile } from '../../../tools/programs.ts';
import { missingPython, pythonFile, pythonProgram } from '../../../tools/python.ts';
import { startProgram } from '../../../tools/start-program.ts';
import { ask, KEY, providerAt, readAll, readFailure, textOf } from '../asking.ts';

const folder = mkdtempSync(join(tmpdir(), 'providers-'));
const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true });
});

async function start(command: readonly [string, ...string[]], env: NodeJS.ProcessEnv, ready: RegExp) {
  const { words, stop } = await startProgram(command, ready, { cwd: folder, env });
  stops.push(stop);
  return words;
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
    [process.execPath, toolFile('@dwmkerr/mock-llm/dist/main.js'), '--config', config],
    { PORT: String(port), HOST: '127.0.0.1' },
    /running on/,
  );
  return `http://127.0.0.1:${port}/v1`;
}

async function startLlmock(): Promise<string> {
  const port = await findPort();
  await start(
    [
      process.execPath,
      toolFile('llmock/bin/llmock.js'),
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

/** llama.cpp, with a small model from a package. */
async function startLlama(): Promise<string> {
  const url = await start([pythonProgram('python'), pythonFile('llama.py')], {}, /http:\S+(?=\n)/);
  return `${url}/v1`;
}

/** A gateway in front of aimock and of an endpoint where nothing listens. */
async function startLiteLlm(): Promise<string> {
  const port = await findPort();
  const config = join(folder, 'litellm.json');
  const model = (name: string, base: string) => ({
    model_name: name,
    litellm_params: { model: `openai/${name}`, api_base: base, api_key: 'none' },
  });
  const models = [
    model('gpt-test', await urlOf('aimock')),
    model('gone', `http://127.0.0.1:${await findPort()}`),
  ];
  writeFileSync(config, JSON.stringify({ model_list: models }));
  await start(
    [pythonProgram('litellm'), '--config', config, '--host=127.0.0.1', `--port=${port}`, '--telemetry=False'],
    { LITELLM_MASTER_KEY: KEY, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    /Uvicorn running/,
  );
  return `http://127.0.0.1:${port}/v1`;
}

const providers = {
  aimock: startAimock,
  llmock: startLlmock,
  'mock-llm': startMockLlm,
  'llama.cpp': startLlama,
  LiteLLM: startLiteLlm,
};
type Name = keyof typeof providers;

const urls = new Map<Name, Promise<string>>();
function urlOf(name: Name): Promise<string> {
  const url = urls.get(name) ?? providers[name]();
  urls.set(name, url);
  return url;
}

async function openProvider(name: Name, changes: Partial<OpenAiProvider> = {}) {
  return providerAt(await urlOf(name), changes);
}
const saying = (content: string) => ({ messages: [{ role: 'user' as const, content }] });

describe('a third-party provider', () => {
  beforeEach(({ skip, task }) => {
    if (missingPython !== undefined && /llama|LiteLLM/.test(task.name)) skip(missingPython);
  });

  it.each([
    ['aimock', 'Nine to six.', true],
    ['llmock', expect.stringMatching(/^[A-Z].*\.$/), false],
    ['mock-llm', 'Nine to six.', false],
    ['llama.cpp', expect.stringMatching(/\w/), true],
    ['LiteLLM', 'Nine to six.', true],
  ] as const)('%s streams a text in pieces', async (name, text, reportsUsage) => {
    const provider = await openProvider(name, { parameters: { max_tokens: 6 } });
    const { parts, error } = await readAll(ask(provider));
    expect(error).toBeUndefined();
    expect(parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
    expect(textOf(parts)).toEqual(text);
    expect(parts.some(({ type }) => type === 'usage')).toBe(reportsUsage);
  });

  it.each(['aimock', 'LiteLLM'] as const)('%s calls a tool', async (name) => {
    const { parts } = await readAll(ask(await openProvider(name), saying('look')));
    expect(parts).toContainEqual({
      type: 'call',
      call: { id: expect.any(String), name: 'find_tickets', input: { text: 'Fenwick' } },
    });
  });

  it('a refusal that mock-llm sends as a stream event is reported as a refusal', async () => {
    const { message, facts } = await readFailure(ask(await openProvider('mock-llm'), saying('fail')));
    expect(message).toContain('(rate_limit_exceeded)');
    expect(facts.failureKind).toBe('overloaded');
  });

  it('llama.cpp refuses a conversation that is longer than its context', async () => {
    const long = saying('hello '.repeat(600));
    const { message, facts } = await readFailure(ask(await openProvider('llama.cpp'), long));
    expect(facts.failureKind).toBe('refused');
    expect(message).toContain('answered 400');
  });

  it('LiteLLM reports the failure behind it', async () => {
    const failure = await readFailure(ask(await openProvider('LiteLLM', { model: 'gone' })));
    expect(failure.message).toContain('answered 500 (internal_server_error)');
    expect(listCauses(failure, String).join()).toContain('Connection error');
  });

  it('has a row in docs/models.md', () => {
    const page = readFileSync(new URL('../../../../docs/models.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w.-]+)` [\w.]+ \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(Object.keys(providers));
  });
});
