/** A worker that makes calls of every sort. It answers with a line of JSON for each sort, as leaks-on-node.js prints them. */
import * as client from './index.js';
import { findLeaks } from './leaks.js';

/** What a finalizer releases is garbage of the next collection. */
const COLLECTIONS = 8;

// biome-ignore lint/style/noDefaultExport: workerd takes the handler of a worker from it.
export default {
  fetch(request) {
    const { server, calls } = Object.fromEntries(new URL(request.url).searchParams);
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter();
    const report = (...line) => writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
    findLeaks(client, server, Number(calls), () => readHeap(server), report).then(
      () => writer.close(),
      (error) => writer.abort(error),
    );
    return new Response(readable);
  },
};

/** A worker cannot measure its heap. The server asks the inspector. */
async function readHeap(server) {
  for (let times = 0; times < COLLECTIONS; times++) {
    gc();
    await scheduler.wait(1);
  }
  return Number(await (await fetch(`${server}/heap`)).text());
}
