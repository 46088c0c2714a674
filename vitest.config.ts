import { defineConfig } from 'vitest/config';
import { InteropLast } from './scripts/test/interop-last.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/consumers/**'],
    sequence: { sequencer: InteropLast },
    // Much of the time is waiting for scaled timers; a core left free, as is the default, would wait too.
    maxWorkers: '100%',
    testTimeout: 10_000,
  },
});
