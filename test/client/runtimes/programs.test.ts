import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEnvironment } from '../../../scripts/test/environment.ts';
import { NODES } from '../../runtimes/nodes.ts';
import { BUN, DENO } from '../../runtimes/programs.ts';
import { type BuiltClient, buildPublishedClient } from './build.ts';
import { readStory, STORY } from './story.ts';
import { startWorld } from './world.ts';

let client: BuiltClient;

beforeAll(async () => {
  client = await buildPublishedClient();
});

afterAll(() => client?.remove());

/** The runtimes that run a program, and how each is started. */
const RUNTIMES = [
  ...NODES.map((node) => ({ ...node, runtime: 'Node', start: [] })),
  { ...BUN, runtime: 'Bun', start: [] },
  { ...DENO, runtime: 'Deno', start: ['run', '--allow-all', '--no-lock'] },
];

it.for(RUNTIMES)(
  'the published client completes the journeys, and leaves nothing behind, on $runtime $version',
  async ({ program, missing, start }, { skip, signal }) => {
    skip(missing !== undefined, missing);
    const world = await startWorld();
    try {
      const env = { ...testEnvironment(), DENO_NO_UPDATE_CHECK: '1' };
      const journeys = join(import.meta.dirname, 'on-program.js');
      const args = [...start, journeys, pathToFileURL(client.file).href, world.server, world.proxy];
      const { stdout, stderr } = await promisify(execFile)(program, args, { env, signal });
      expect(readStory(stdout.trimEnd().split('\n'))).toEqual(STORY);
      expect(stderr).toBe('');
    } finally {
      await world.close();
    }
  },
);
