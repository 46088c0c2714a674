import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { WORKERD } from '../../runtimes/programs.ts';
import { buildPublishedClient } from './build.ts';
import { startLeakServer } from './leak-server.ts';
import { readStory, STORY } from './story.ts';
import { startWorker } from './workerd.ts';
import { startWorld } from './world.ts';

const { program, missing } = WORKERD;

/** Asks a worker that is one of the scripts beside this file, and uses the published client. @returns what it answers */
async function askWorker(
  scripts: readonly string[],
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const client = await buildPublishedClient();
  try {
    const folder = dirname(client.file);
    for (const script of scripts) copyFileSync(join(import.meta.dirname, script), join(folder, script));
    const worker = await startWorker(program, folder, [...scripts, 'index.js']);
    try {
      return await (await fetch(`${worker.url}/?${new URLSearchParams(query)}`)).json();
    } finally {
      await worker.close();
    }
  } finally {
    client.remove();
  }
}

it('the published client completes the journeys on workerd', async ({ skip }) => {
  skip(missing !== undefined, missing);
  const { server, proxy, close } = await startWorld();
  try {
    const lines = await askWorker(['journeys-on-workerd.js', 'journeys.js'], { server, proxy });
    expect(readStory(lines as string[])).toEqual(STORY);
  } finally {
    await close();
  }
});

// In workerd, cancelling a stream fails its pending read. Elsewhere, the read ends.
it('names each failure on workerd as it does elsewhere', async ({ skip }) => {
  skip(missing !== undefined, missing);
  const { url: server, close } = await startLeakServer();
  try {
    expect(await askWorker(['failures-on-workerd.js'], { server })).toEqual({
      idleTimeout: 'idle-timeout',
      totalTimeout: 'timeout',
      timeout: 'timeout',
      'timeout in an answer': 'timeout',
      'close()': 'stream-closed',
      signal: 'aborted',
      'lost connection': 'connection',
    });
  } finally {
    await close();
  }
});
