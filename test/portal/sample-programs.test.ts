import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../portal/elements/samples/languages.ts';
import type { SampleRequest } from '../../portal/elements/samples/request.ts';
import { callsOf, type OpenApi } from '../../scripts/portal/contract.ts';
import { sampleRequest } from '../../scripts/portal/samples.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { runProgram } from '../interop/consumer.ts';
import { missingOf } from '../interop/toolchains/install.ts';
import { csharpParser, rubyParser } from '../tools/parsers.ts';

const openapi: OpenApi = JSON.parse(readFileSync(join(repositoryRoot, 'generated/openapi.json'), 'utf8'));
/** Text that ends a string, escapes or inserts a value in one of the languages. */
const HOSTILE = `it's "now" \\n \\u0041 #{1 + 1} \${x} \`y\` """ {0}`;
const body = { content: `${HOSTILE}\nJSON\nEOF`, deep: [true, null, 'é'] };
const examples = callsOf(openapi).map((call) => sampleRequest(call, openapi));
/** Each operation with the values of its examples, and with those of a reader. */
const requests: readonly SampleRequest[] = examples.flatMap((request) => [
  request,
  {
    ...request,
    server: 'https://api.example/base',
    token: HOSTILE,
    body: request.body === undefined ? undefined : body,
  },
  { ...request, token: '' },
]);
const write = (label: string, request: SampleRequest) =>
  LANGUAGES.find((each) => each.label === label)?.write(request) ?? '';

describe('the samples of every operation', () => {
  it.each([
    ['C#', csharpParser],
    ['Ruby', rubyParser],
  ] as const)('have the syntax of %s', async (label, makeParser) => {
    const parse = await makeParser();
    expect(parse(`${write(label, requests[0] as SampleRequest)}\n)`)).not.toEqual([]);
    for (const request of requests) {
      const program = write(label, request);
      expect(parse(program), program).toEqual([]);
    }
  });

  it.skipIf(missingOf(['javac']).length > 0)('compile as Java without a warning', () => {
    const folder = mkdtempSync(join(tmpdir(), 'samples-'));
    const files = requests.map((request, index) => {
      const file = join(folder, `Sample${index}.java`);
      writeFileSync(file, write('Java', request).replace('class Sample', `class Sample${index}`));
      return file;
    });
    const { stderr, status } = spawnSync(
      'javac',
      ['-Xlint:all', '-Werror', '-encoding', 'UTF-8', '-d', folder, ...files],
      { encoding: 'utf8' },
    );
    rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('a sample that runs', () => {
  const received: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    });
    response.end('event: message.start\ndata: {}\n\n');
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => server.close());

  /** The languages whose samples need nothing but the language. */
  const PROGRAMS = [
    { label: 'Go', file: 'sample.go', command: ['go', 'run'] },
    { label: 'Java', file: 'Sample.java', command: ['java', '-Dfile.encoding=UTF-8'] },
    { label: 'Ruby', file: 'sample.rb', command: ['ruby'] },
  ] as const;

  for (const { label, file, command } of PROGRAMS) {
    const [program, ...args] = command;
    it.skipIf(missingOf([program]).length > 0).each(['POST', 'GET'] as const)(
      `sends a %s in ${label} as it says`,
      async (method) => {
        const example = examples.find((each) => each.method === method);
        if (!example) throw new Error(`no operation has the method ${method}`);
        const request = {
          ...example,
          isStream: method === 'POST',
          ...(example.body === undefined ? {} : { body }),
        };
        const folder = mkdtempSync(join(tmpdir(), 'sample-'));
        writeFileSync(join(folder, file), write(label, request));
        const { port } = server.address() as AddressInfo;
        const { exitCode, said } = await runProgram(folder, program, [...args, file], {
          BASE_URL: `http://127.0.0.1:${port}`,
          TOKEN: 'secret',
        });
        rmSync(folder, { recursive: true });
        expect(exitCode, said.join('\n')).toBe(0);
        expect(said.join('\n')).toContain('event: message.start');
        const sent = received.pop();
        expect(sent).toMatchObject({ method, headers: { authorization: 'Bearer secret' } });
        expect(sent?.url).toMatch(request.path);
        expect(sent?.headers['idempotency-key'] !== undefined).toBe(request.isKeyed);
        expect(sent?.body && JSON.parse(sent.body)).toEqual(request.body ?? '');
      },
    );
  }
});
