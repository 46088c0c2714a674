import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltClient, buildPublishedClient } from './runtimes/build.ts';

type Published = typeof import('../../src/client/index.ts');

let built: BuiltClient;

beforeAll(async () => {
  built = await buildPublishedClient();
});

afterAll(() => built?.remove());

const entry = (name: string) => join(dirname(built.file), `${name}.js`);
const load = async (file: string): Promise<Published> => import(pathToFileURL(file).href);

/** The published file, minified once more as by a user's bundler. */
function bundled(): string {
  const outfile = entry('bundled');
  buildSync({ entryPoints: [built.file], outfile, bundle: true, minify: true, format: 'esm' });
  return outfile;
}

it.each([
  ['as published', () => built.file],
  ['minified by a bundler', bundled],
])('the classes of the published client keep their names: %s', async (_, file) => {
  const { ConversationApiError, createClient, TurnStream } = await load(file());
  const fetch = () => Promise.reject(new TypeError('offline'));
  const client = createClient({ baseUrl: 'https://service.test', token: 'token', fetch, maxRetries: 0 });
  const error: unknown = await client.catalog.get().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConversationApiError);
  const stream = client.turns.stream('chat', { content: 'Hello' });
  expect([Object(error).name, Object(error).constructor.name, stream.constructor.name]).toEqual([
    'ConversationApiError',
    'ConversationApiError',
    'TurnStream',
  ]);
  expect(String(error)).toMatch(/^ConversationApiError: GET /);
  expect(inspect(error)).toMatch(/^ConversationApiError: GET /);
  expect(inspect(stream)).toMatch(/^TurnStream /);
  expect(TurnStream.name).toBe('TurnStream');
});

it.each([
  ['index', 'the stream ended without a terminal event', 'src/client/turn-reader.ts'],
  ['relay', 'pass `interactions` to readRelayedTurn', 'src/client/relay.ts'],
  ['follow', 'JSON.stringify(', 'src/client/follow.ts'],
  ['log', 'sent again in', 'src/client/log.ts'],
])('the source map of an entry maps %s.js to its source, and contains it', (name, text, source) => {
  const code = readFileSync(entry(name), 'utf8');
  expect(code).toContain(`\n//# sourceMappingURL=${name}.js.map`);
  const payload = JSON.parse(readFileSync(`${entry(name)}.map`, 'utf8'));
  const lines = code.slice(0, code.indexOf(text)).split('\n');
  const found = new SourceMap(payload).findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
  if (!('originalSource' in found)) throw new Error(`the map has no place for ${text}`);
  expect(found.originalSource).toMatch(new RegExp(`/${source}$`));
  const original: string = payload.sourcesContent[payload.sources.indexOf(found.originalSource)];
  expect(original.split('\n')[found.originalLine]).toContain(text);
});
