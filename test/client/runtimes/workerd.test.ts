import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { WORKERD } from '../../runtimes/programs.ts';
import { buildPublishedClient } from './build.ts';
import { startLeakServer } from './leak-server.ts';
import { startWorker } from './workerd.ts';

const { program, missing } = WORKERD;

// In workerd, cancelling a stream fails its pending read. Elsewhere, the read ends.
it('names each failure on workerd as it does elsewhere', async ({ skip }) => {
  skip(missing !== undefined, missing);
  const client = await buildPublishedClient();
  const server = await startLeakServer();
  try {
    const folder = dirname(client.file);
    const script = 'failures-on-workerd.js';
    copyFileSync(join(import.meta.dirname, script), join(folder, script));
    const worker = await startWorker(program, folder, [script, 'index.js']);
    try {
      expect(await (await fetch(`${worker.url}/?server=${server.url}`)).json()).toEqual({
        idleTimeout: 'idle-timeout',
        totalTimeout: 'timeout',
        timeout: 'timeout',
        'timeout in an answer': 'timeout',
        'close()': 'stream-closed',
        signal: 'aborted',
        'lost connection': 'connection',
      });
    } finally {
      await worker.close();
    }
  } finally {
    await server.close();
    client.remove();
  }
});
