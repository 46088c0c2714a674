import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

/** Fails each test of the file that leaves an unhandled rejection. */
export function forbidUnhandledRejections(): void {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  beforeAll(() => void process.on('unhandledRejection', note));
  afterAll(() => void process.off('unhandledRejection', note));
  afterEach(async () => {
    // Node reports unhandled rejections after all pending microtasks.
    await setImmediate();
    await setImmediate();
    expect(unhandled.splice(0)).toEqual([]);
  });
}
