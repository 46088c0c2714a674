import { assemble } from '../../src/reference/start.ts';
import type { FromServer, ToServer } from './requests/server-process.ts';

// A server that the test attacks. Its timeouts for slow clients are short, and it reports its memory on request.
const [data = ''] = process.argv.slice(2);
const send = (message: FromServer) => process.send?.(message);
process.once('disconnect', () => process.exit());
process.on('message', ({ ask }: ToServer) => {
  if (ask !== 'memory') return;
  global.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  send({ type: 'memory', rss, heapUsed });
});
const { url } = await assemble({
  data,
  timeScale: 10,
  application: true,
  limits: { headersTimeout: 1000, requestTimeout: 1500, keepAliveTimeout: 10_000, lingerTimeout: 200 },
});
send({ type: 'serving', port: Number(new URL(url).port) });
