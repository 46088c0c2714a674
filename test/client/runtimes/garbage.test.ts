import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEnvironment } from '../../../scripts/test/environment.ts';
import { NODES } from '../../runtimes/nodes.ts';
import { type BuiltClient, buildPublishedClient } from './build.ts';

/** The kinds of garbage collection, with the flag of Node for each. A small heap fills up sooner. */
const COLLECTIONS = [
  { flag: '--expose-gc', how: 'forced' },
  { flag: '--max-old-space-size=60', how: 'natural' },
];

/** The outcome of each call, by its name, by how far its answer got, and by what ended it. */
const OUTCOMES = {
  ...endOf(['chats.get, head', 'chats.get, body', 'turns.send, head', 'turns.send, body'], 'timeout'),
  ...endOf(['turns.stream, head'], 'timeout'),
  ...endOf(['turns.stream, stream'], 'idle-timeout'),
  'turns.stream, head, close': 'stream-closed',
  'turns.stream, stream, close': 'stream-closed',
};

function endOf(calls: readonly string[], timeout: string): Record<string, string> {
  return Object.fromEntries(
    calls.flatMap((call) => [
      [`${call}, timeout`, timeout],
      [`${call}, signal`, 'aborted'],
      [`${call}, any signal`, 'aborted'],
    ]),
  );
}

let client: BuiltClient;

beforeAll(async () => {
  client = await buildPublishedClient();
});

afterAll(() => client?.remove());

// Node no longer forwards an abort to a request once its Request, or a signal in between, has been garbage collected.
describe.each(COLLECTIONS)(
  'a timeout, a signal and close() end every call after a $how collection, on',
  ({ flag }) => {
    it.for(NODES)('Node $version', async ({ program, missing }, { skip, signal }) => {
      skip(missing !== undefined, missing);
      const args = [flag, join(import.meta.dirname, 'garbage.js'), pathToFileURL(client.file).href];
      const { stdout, stderr } = await promisify(execFile)(program, args, { env: testEnvironment(), signal });
      const outcomes = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(Object.fromEntries(outcomes)).toEqual(OUTCOMES);
      expect(stderr).toBe('');
    });
  },
);
