import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Zlib streams with work in the thread pool, which Node lists nowhere. */
const compressing = new Set<Transform>();

let last = Promise.resolve();

/**
 * Waits until this thread has nothing to do except wait for a timer, another thread or the network. Simultaneous callers take turns,
 * because each would mistake another's immediate for work.
 */
export function untilIdle(): Promise<void> {
  last = last.then(async () => {
    // When Node runs an immediate, all promises and ticks are done.
    do await new Promise<void>((resolve) => setImmediate(resolve));
    while (isBusy());
  });
  return last;
}

/** Requests to the kernel or the file system are ignored: they may never end, and a simulation makes none. */
function isBusy(): boolean {
  return compressing.size > 0 || process.getActiveResourcesInfo().includes('Immediate');
}

/** Tracks zlib's work in the thread pool. @returns a function that stops this */
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
