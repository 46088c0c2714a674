import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEnvironment } from '../../../scripts/test/environment.ts';
import { NODES } from '../../runtimes/nodes.ts';
import { type BuiltClient, buildPublishedClient } from './build.ts';
import { readStory, STORY } from './story.ts';
import { startWorld } from './world.ts';

let client: BuiltClient;

beforeAll(async () => {
  client = await buildPublishedClient();
});

afterAll(() => client?.remove());

it.for(NODES)(
  'the published client completes the journeys, and leaves nothing behind, on Node $version',
  async ({ program, missing }, { skip, signal }) => {
    skip(missing !== undefined, missing);
    const world = await startWorld();
    try {
      const journeys = join(import.meta.dirname, 'on-node.js');
      const args = [journeys, pathToFileURL(client.file).href, world.server, world.proxy];
      const { stdout, stderr } = await promisify(execFile)(program, args, { env: testEnvironment(), signal });
      expect(readStory(stdout.trimEnd().split('\n'))).toEqual(STORY);
      expect(stderr).toBe('');
    } finally {
      await world.close();
    }
  },
);
