import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClient, clientEntries } from '../../../scripts/build/modules.ts';
import { HERMES } from '../../runtimes/programs.ts';
import { toolFile } from '../../tools/programs.ts';
import { LACKS, olderRuntime } from './older-runtime.ts';
import { STORY, storyIn } from './story.ts';

const folder = mkdtempSync(join(tmpdir(), 'react-native-'));

beforeAll(() => buildClient(folder));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a script of a module, as bundlers of apps do. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    globalName: 'exported',
    external: ['ai', 'openapi-fetch'],
    platform: 'neutral',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('in React Native', () => {
  const { program, version, missing } = HERMES;

  // No app runs the side of a relay that has the token.
  const entries = clientEntries.filter((entry) => !entry.startsWith('adapters/relay/'));

  it.for(entries)(`the compiler of Hermes ${version} accepts the entry %s`, async (entry, { skip }) => {
    skip(missing !== undefined, missing);
    const script = join(folder, 'script.js');
    writeFileSync(script, await bundle(readFileSync(resolve(folder, `commonjs/${entry}.js`), 'utf8')));
    execFileSync(program, ['-w', '-emit-binary', '-out', join(folder, 'script.hbc'), script]);
  });

  it('the published client completes the journeys with the polyfills of its AbortController and its Headers', async () => {
    const code = await bundle(`
      export * as library from ${JSON.stringify(resolve(folder, 'client/index.js'))};
      export { travel } from './journeys.js';
    `);
    const { AbortController: Polyfill } = createRequire(import.meta.url)(
      toolFile('abort-controller/dist/abort-controller.js'),
    );
    const globals = olderRuntime(Object.keys(LACKS));
    const { fetch } = globals as { fetch: (url: string, init: RequestInit) => Promise<unknown> };
    const runtime = createContext(
      Object.assign(globals, {
        AbortController: Polyfill,
        AbortSignal: undefined,
        /** The fetch of an app is native code, which the polyfill tells when to stop. */
        fetch(url: string, { signal, ...init }: RequestInit = {}) {
          const native = new AbortController();
          signal?.addEventListener('abort', () => native.abort());
          return fetch(url, { ...init, signal: native.signal });
        },
      }),
    );
    runInContext(readFileSync(toolFile('whatwg-fetch/dist/fetch.umd.js'), 'utf8'), runtime);
    runInContext('globalThis.Headers = WHATWGFetch.Headers', runtime);
    runInContext(code, runtime);
    expect(await storyIn(runtime)).toEqual(STORY);
  });
});
