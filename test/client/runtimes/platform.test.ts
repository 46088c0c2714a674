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

/** Everything that the client needs from a runtime beyond JavaScript itself. Each is a web standard. */
const ASKED = [
  'AbortController',
  'Headers',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'clearTimeout',
  'crypto',
  'fetch',
  'performance',
  'setTimeout',
] as const;

/** Only `toReadableStream` and `await using` need the first two. The name of the platform may be absent. */
const OPTIONAL = ['ReadableStream', 'asyncDispose', 'navigator'];

let client: BuiltClient;

beforeAll(async () => {
  client = await buildPublishedClient();
});

afterAll(() => client?.remove());

/** Bundles a module into a script that puts its exports into the global variable `exported`. */
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
  it('needs only these web standards from a runtime', () => {
    expect(findFreeNames(client.file)).toEqual([...OPTIONAL, ...ASKED].sort());
  });

  it('needs only what docs/compatibility.md names', () => {
    const page = readFileSync(resolve(repositoryRoot, 'docs/compatibility.md'), 'utf8');
    const [, named = ''] = /and nothing else: (.*?)\. The\s/s.exec(page) ?? [];
    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(ASKED);
  });

  // Edge runtimes allow no more outside of a request.
  it('only creates text encoders and decoders when it is imported', async () => {
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

  it('completes the journeys on a runtime with nothing else', async () => {
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

/** The globals of a minimal edge runtime: its own intrinsics and the standards that the client needs. */
function bareRuntime(): Record<string, unknown> {
  const standards = Object.fromEntries(ASKED.map((name) => [name, globalThis[name]]));
  return Object.assign(Object.create(null), standards, {
    /** As strict as a browser's fetch: it cannot be called as a method of another object. */
    fetch(this: unknown, ...args: Parameters<typeof fetch>) {
      if (this !== undefined && !('exported' in Object(this))) throw new TypeError('Illegal invocation');
      return fetch(...args);
    },
  });
}
