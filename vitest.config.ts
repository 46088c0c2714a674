import { defineConfig } from 'vitest/config';
import { FileOrder } from './scripts/test/order-files.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/consumers/**', '**/node_modules/**'],
    sequence: { sequencer: FileOrder },
    // Much of the time is waiting for scaled timers; a core left free, as is the default, would wait too.
    maxWorkers: '100%',
    // These limits only end what hangs. No test may fail because the machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
