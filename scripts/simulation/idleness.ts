import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Streams of zlib with work in the thread pool, which no list of Node shows. */
const compressing = new Set<Transform>();

let last = Promise.resolve();

/**
 * Waits until nothing is left to do in this thread but to wait for a timer, for another thread or for the network. Those who wait at the same
 * time get their turns one after another: each would take the immediate of another for work.
 */
export function untilIdle(): Promise<void> {
  last = last.then(async () => {
    // Promises and ticks are all done when Node runs an immediate.
    do await new Promise<void>((resolve) => setImmediate(resolve));
    while (isBusy());
  });
  return last;
}

/** A request to the kernel or to the file system is not looked at: it may take for ever, and a simulation makes none. */
function isBusy(): boolean {
  return compressing.size > 0 || process.getActiveResourcesInfo().includes('Immediate');
}

/** Notices what zlib does in the thread pool. @returns the function that ends this */
export function watchCompression(): () => void {
  const base = Object.getPrototypeOf(Object.getPrototypeOf(createGunzip())) as Transform;
  const { _transform: transform } = base;
  base._transform = function watched(this: Transform, chunk, encoding, callback) {
    const done = () => compressing.delete(this);
    compressing.add(this);
    this.once('close', done);
    transform.call(this, chunk, encoding, (...result) => {
      done();
      this.off('close', done);
      callback(...result);
    });
  };
  return () => {
    base._transform = transform;
  };
}
