import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { type BuiltClient, buildPublishedClient } from './build.ts';
import { findFreeNames } from './free-names.ts';
import { readStory, STORY } from './story.ts';
import { startWorld } from './world.ts';

/** All that the client asks of a runtime beyond JavaScript itself. Each is a standard of the web. */
const ASKED = [
  'AbortController',
  'AbortSignal',
  'Headers',
  'Request',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'clearTimeout',
  'crypto',
  'fetch',
  'performance',
  'setTimeout',
] as const;

/** Used where it is, since it is faster, and not missed where it is not. */
const OPTIONAL = 'Buffer';

let client: BuiltClient;

beforeAll(async () => {
  client = await buildPublishedClient();
});

afterAll(() => client?.remove());

/** A script that leaves what the module exports in a global variable `exported`. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    globalName: 'exported',
    platform: 'neutral',
    target: 'es2023',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('the published client', () => {
  it('asks a runtime for these standards of the web, and for nothing else', () => {
    expect(findFreeNames(client.file)).toEqual([OPTIONAL, ...ASKED].sort());
  });

  it('asks for nothing that docs/compatibility.md does not name', () => {
    const page = readFileSync(resolve(repositoryRoot, 'docs/compatibility.md'), 'utf8');
    const [, named = ''] = /for nothing else: (.*?)\. The\s/s.exec(page) ?? [];
    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(ASKED);
  });

  // Runtimes at the edge refuse more than that outside of a request.
  it('only prepares to read text when it is imported', async () => {
    const code = await bundle(`export * from ${JSON.stringify(client.file)}`);
    const runtime = createContext(Object.assign(Object.create(null), { TextDecoder, TextEncoder }));
    runInContext(code, runtime);
    expect(Object.keys(runtime).sort()).toEqual(['TextDecoder', 'TextEncoder', 'exported']);
    expect(Object.keys(runtime.exported).sort()).toEqual([
      'ConversationApiError',
      'TurnStream',
      'createClient',
    ]);
  });

  it('tells the same story on a runtime that has nothing else', { timeout: 30_000 }, async () => {
    const code = await bundle(`
      export * as library from ${JSON.stringify(client.file)};
      export { travel } from './journeys.js';
    `);
    const runtime = createContext(bareRuntime());
    runInContext(code, runtime);
    const world = await startWorld();
    const lines: string[] = [];
    try {
      const { library, travel } = runtime.exported;
      await travel(library, world, (line: string) => lines.push(line));
    } finally {
      await world.close();
    }
    expect(readStory(lines)).toEqual(STORY);
  });
});

/** Stands in for one at the edge of a network: its own intrinsics, what is asked, and no more. */
function bareRuntime(): Record<string, unknown> {
  const standards = Object.fromEntries(ASKED.map((name) => [name, globalThis[name]]));
  return Object.assign(Object.create(null), standards, {
    /** As strict as theirs, which is nobody's method. */
    fetch(this: unknown, ...args: Parameters<typeof fetch>) {
      if (this !== undefined && !('exported' in Object(this))) throw new TypeError('Illegal invocation');
      return fetch(...args);
    },
  });
}
