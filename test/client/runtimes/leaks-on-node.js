/** `node --expose-gc leaks-on-node.js CLIENT SERVER CALLS`, or `bun`: prints what each sort of call leaves behind as a line of JSON. */
import { setImmediate } from 'node:timers/promises';
import { findLeaks } from './leaks.js';

const [client, server, calls] = process.argv.slice(2);
const isBun = 'Bun' in globalThis;
const { heapStats } = isBun ? await import('bun:jsc') : {};

/** What a finalizer releases is garbage of the next collection. */
const COLLECTIONS = 8;

async function readHeap() {
  for (let times = 0; times < COLLECTIONS; times++) {
    if (isBun) Bun.gc(true);
    else gc();
    await setImmediate();
  }
  return isBun ? heapStats().heapSize : process.memoryUsage().heapUsed;
}

await findLeaks(await import(client), server, Number(calls), readHeap, (name, left) =>
  console.log(JSON.stringify([name, left])),
);
// No process.exit(): the program ends only if the calls leave no timer and no connection behind.
