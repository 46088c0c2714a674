import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

/** Fails each test of the file that leaves a rejection which nobody handles. */
export function forbidUnhandledRejections(): void {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  beforeAll(() => void process.on('unhandledRejection', note));
  afterAll(() => void process.off('unhandledRejection', note));
  afterEach(async () => {
    // They are told once all that is ready has run.
    await setImmediate();
    await setImmediate();
    expect(unhandled.splice(0)).toEqual([]);
  });
}
