import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../generated/client.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

function generate(...args: string[]) {
  return spawnSync(process.execPath, ['scripts/generate.ts', ...args], { cwd: root, encoding: 'utf8' });
}

describe('generated/', () => {
  it('is what spec/ says', { timeout: 30_000 }, () => {
    const { status, stderr } = generate('--check');
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('takes one argument, and says so', () => {
    const { status, stderr } = generate('--chek');
    expect(stderr).toBe('Unknown argument: --chek. Only --check is known.\n');
    expect(status).toBe(2);
  });

  // The compiler passes over errors in declaration files, in this repository and for most users.
  it('declares types without an error', { timeout: 60_000 }, () => {
    const files = ['types', 'client', 'validators', 'explain'].map((name) => `${root}generated/${name}.d.ts`);
    const program = ts.createProgram(files, {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
      noEmit: true,
    });
    const messages = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => file === undefined || files.includes(file.fileName))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(messages).toEqual([]);
  });
});

describe('createClient', () => {
  it.each([
    ['a token', 'secret', 'Bearer secret'],
    ['a function that gives one', () => 'fresh', 'Bearer fresh'],
    ['a function that takes its time', async () => 'late', 'Bearer late'],
  ])('sends %s with each request', async (_, token, authorization) => {
    const requests: Request[] = [];
    const client = createClient({
      baseUrl: 'https://conversation-api.example',
      token,
      fetch: async (request) => {
        requests.push(request);
        return Response.json({ message_code: 'api_v1_ok' });
      },
    });
    const { data } = await client.GET('/api/v1/chat/catalog');
    expect(data).toEqual({ message_code: 'api_v1_ok' });
    expect(requests.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      ['https://conversation-api.example/api/v1/chat/catalog', authorization],
    ]);
  });

  it('gives a failure as `error`', async () => {
    const client = createClient({
      baseUrl: 'https://conversation-api.example',
      token: '',
      fetch: async () => Response.json({ message_code: 'api_v1_not_found' }, { status: 404 }),
    });
    const { data, error } = await client.GET('/api/v1/chat/catalog');
    expect(data).toBeUndefined();
    expect(error?.message_code).toBe('api_v1_not_found');
  });
});
