import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignInRequired } from '../../../src/reference/connectors/connectors.ts';
import type { DeclaredConnector } from '../../../src/reference/directory/types.ts';
import { findPort } from '../../find-port.ts';
import { toolFile } from '../../tools/programs.ts';
import { missingPython, pythonFile, pythonProgram } from '../../tools/python.ts';
import { startProgram } from '../../tools/start-program.ts';
import { callOf, declare, neverAborted, openConnectors } from './calling.ts';
import { everything, startEverything } from './everything.ts';

/** A third-party server over one transport, and one of its tools. */
interface ForeignServer {
  readonly name: string;
  readonly open: () => DeclaredConnector['transport'] | Promise<DeclaredConnector['transport']>;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly text: unknown;
}

const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
const stops: (() => unknown)[] = [];
beforeAll(() => writeFileSync(join(folder, 'hours.txt'), 'Nine to six.'));
afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true });
});

const program = (path: string, args: readonly string[] = [], more: object = {}) => ({
  kind: 'stdio' as const,
  command: process.execPath,
  args: [path, ...args],
  ...more,
});
const official = (name: string) => toolFile(`@modelcontextprotocol/server-${name}/dist/index.js`);
const python = pythonProgram('python');
const desk = pythonFile('desk.py');
const fastMcp = join(import.meta.dirname, '../../tools/fastmcp-desk.mjs');

/** Starts a server that listens on the port given as an argument. */
async function openAt(command: readonly [string, ...string[]], ready: RegExp, ...args: readonly string[]) {
  const port = String(await findPort());
  const { stop } = await startProgram([...command, port, ...args], ready);
  stops.push(stop);
  return { kind: 'http' as const, url: `http://127.0.0.1:${port}/mcp` };
}

async function openEverything() {
  const { url, stop } = await startEverything();
  stops.push(stop);
  return { kind: 'http' as const, url };
}

const SERVERS: readonly ForeignServer[] = [
  {
    name: 'server-everything over stdio',
    open: () => program(everything),
    tool: 'get-sum',
    input: { a: 19, b: 23 },
    text: 'The sum of 19 and 23 is 42.',
  },
  {
    name: 'server-everything over HTTP',
    open: openEverything,
    tool: 'get-sum',
    input: { a: 19, b: 23 },
    text: 'The sum of 19 and 23 is 42.',
  },
  {
    name: 'server-filesystem over stdio',
    open: () => program(official('filesystem'), [folder]),
    tool: 'read_text_file',
    input: { path: join(folder, 'hours.txt') },
    text: 'Nine to six.',
  },
  {
    name: 'server-memory over stdio',
    open: () => program(official('memory'), [], { env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } }),
    tool: 'create_entities',
    input: { entities: [{ name: 'Fenwick Press', entityType: 'supplier', observations: ['late'] }] },
    text: expect.stringContaining('Fenwick Press'),
  },
  {
    name: 'server-sequential-thinking over stdio',
    open: () => program(official('sequential-thinking')),
    tool: 'sequentialthinking',
    input: { thought: 'Count.', thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false },
    text: expect.stringContaining('"thoughtNumber": 1'),
  },
  {
    name: 'FastMCP over stdio',
    open: () => program(fastMcp),
    tool: 'hours',
    input: { branch: 'Quayside' },
    text: '[resource file:///hours.txt text/plain]\nQuayside: nine to six.',
  },
  {
    name: 'FastMCP over HTTP',
    open: () => openAt([process.execPath, fastMcp], /ready/),
    tool: 'hours',
    input: { branch: 'Quayside' },
    text: '[resource file:///hours.txt text/plain]\nQuayside: nine to six.',
  },
  {
    name: 'mcp over stdio',
    open: () => ({ kind: 'stdio', command: python, args: [desk] }),
    tool: 'hours',
    input: { branch: 'Quayside' },
    text: 'Quayside: nine to six.',
  },
  {
    name: 'mcp over HTTP',
    open: () => openAt([python, desk], /running on/),
    tool: 'hours',
    input: { branch: 'Quayside' },
    text: 'Quayside: nine to six.',
  },
];

describe('a third-party server', () => {
  beforeEach(({ skip, task }) => {
    if (missingPython !== undefined && task.name.startsWith('mcp')) skip(missingPython);
  });

  it.each(SERVERS)('$name lists its tools and runs one', async ({ open, tool, input, text }) => {
    const connectors = openConnectors();
    const connector = declare(await open());
    const tools = await connectors.tools(connector, neverAborted());
    expect(tools.map(({ name }) => name)).toContain(tool);
    expect(await connectors.call(connector, callOf(tool, input))).toEqual({ text, isError: false });
    expect(await connectors.call(connector, callOf('no_such_tool'))).toMatchObject({ isError: true });
  });

  it.each(SERVERS.filter(({ name }) => /^(FastMCP|mcp)/.test(name)))(
    '$name asks a question while its tool runs',
    async ({ open }) => {
      const connector = declare(await open());
      const questions: unknown[] = [];
      const elicit = (question: unknown) => {
        questions.push(question);
        return Promise.resolve({ action: 'accept' as const, content: { sure: true } });
      };
      expect(await openConnectors().call(connector, callOf('close', {}, { elicit }))).toMatchObject({
        text: 'Closed: accept.',
      });
      expect(questions).toEqual([expect.objectContaining({ message: 'Close it?' })]);
    },
  );

  it('mcp asks for a sign-in with OAuth, unless it gets a token', async () => {
    const transport = await openAt([python, desk], /running on/, 'protected');
    const connectors = openConnectors({ environment: { DESK_TOKEN: 'desk-token' } });
    await expect(connectors.tools(declare(transport), neverAborted())).rejects.toThrow(SignInRequired);
    const signedIn = declare({ ...transport, tokenFrom: 'DESK_TOKEN' }, 2);
    expect(await connectors.call(signedIn, callOf('hours', { branch: 'Quayside' }))).toMatchObject({
      text: 'Quayside: nine to six.',
    });
  });

  it('has a row in docs/connectors.md', () => {
    const page = readFileSync(new URL('../../../docs/connectors.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w-]+)` [\d.]+[^|]* \|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...new Set(SERVERS.map(({ name }) => name.split(' ')[0]))]);
  });
});
