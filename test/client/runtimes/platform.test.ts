import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientEntries } from '../../../scripts/build/modules.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { type BuiltClient, buildPublishedClient } from './build.ts';
import { findFreeNames } from './free-names.ts';
import { ASKED, LACKS, OPTIONAL, olderRuntime } from './older-runtime.ts';
import { STORY, storyIn } from './story.ts';
import { findWebMembers } from './web-members.ts';

/** The members of web standards that the client and its adapters use. Every runtime with the standards has them. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  AbortController: ['abort', 'signal'],
  AbortSignal: ['aborted', 'addEventListener', 'removeEventListener'],
  Body: ['text'],
  Console: ['warn'],
  Headers: ['append', 'delete', 'entries', 'forEach', 'get', 'has', 'set'],
  Performance: ['now'],
  ReadableStream: ['getReader'],
  ReadableStreamDefaultController: ['close', 'enqueue'],
  ReadableStreamGenericReader: ['cancel'],
  Request: ['headers', 'method', 'signal', 'url'],
  Response: ['headers', 'ok', 'status'],
  TextDecoder: ['decode'],
  TextEncoder: ['encode'],
  URL: ['host', 'href', 'origin', 'pathname', 'search'],
};

/** The members that a runtime may lack, and the only module that reads each. */
const OPTIONAL_MEMBERS: Readonly<Record<string, string>> = {
  'AbortSignal.reason': 'src/client/runtime.ts',
  'Crypto.getRandomValues': 'src/client/idempotency-key.ts',
  'NavigatorID.userAgent': 'src/client/client.ts',
};

let client: BuiltClient;
/** The client and the journeys as one script. */
let journeys: Promise<string>;

beforeAll(async () => {
  client = await buildPublishedClient();
  journeys = bundle(`
    export * as library from ${JSON.stringify(client.file)};
    export { travel } from './journeys.js';
  `);
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

  it('uses no member of a web standard that a runtime may lack, except in a place that does without', () => {
    const folders = ['src/client', 'src/adapters'].map((folder) => resolve(repositoryRoot, folder));
    // The other side of a relay runs on a server of Node, or one that answers a Request with a Response.
    const entries = clientEntries
      .filter((entry) => !entry.startsWith('adapters/relay/'))
      .map((entry) => resolve(repositoryRoot, `src/${entry}.ts`));
    const used = findWebMembers(entries, folders);
    const always = Object.entries(MEMBERS).flatMap(([owner, names]) =>
      names.map((name) => `${owner}.${name}`),
    );
    expect([...used.keys()].sort()).toEqual([...always, ...Object.keys(OPTIONAL_MEMBERS)].sort());
    const places = Object.keys(OPTIONAL_MEMBERS).map((name) => [name, [...(used.get(name) ?? [])]]);
    expect(Object.fromEntries(places)).toEqual(
      Object.fromEntries(
        Object.entries(OPTIONAL_MEMBERS).map(([name, file]) => [name, [resolve(repositoryRoot, file)]]),
      ),
    );
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

  it.concurrent.for([
    ...Object.keys(LACKS).map((lack) => [lack, [lack]] as const),
    ['everything that it can lack', Object.keys(LACKS)] as const,
  ])('completes the journeys on a runtime without %s', async ([, lacks]) => {
    const runtime = createContext(olderRuntime(lacks));
    runInContext(await journeys, runtime);
    expect(await storyIn(runtime)).toEqual(STORY);
  });
});
