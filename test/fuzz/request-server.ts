import { assemble } from '../../src/reference/start.ts';
import type { FromServer, ToServer } from './requests/server-process.ts';

// A server to be attacked. It is quick to give up on clients that are slow, and says what memory it takes when asked.
const [data = ''] = process.argv.slice(2);
const tell = (message: FromServer) => process.send?.(message);
process.once('disconnect', () => process.exit());
process.on('message', ({ ask }: ToServer) => {
  if (ask !== 'memory') return;
  global.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  tell({ type: 'memory', rss, heapUsed });
});
const { url } = await assemble({
  data,
  timeScale: 10,
  limits: { headersTimeout: 1000, requestTimeout: 1500, keepAliveTimeout: 10_000, lingerTimeout: 200 },
});
tell({ type: 'serving', port: Number(new URL(url).port) });
