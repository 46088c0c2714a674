import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './scripts/test/order-files.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/consumers/**', '**/node_modules/**'],
    sequence: { sequencer: FileOrder },
    // A quarter of the time goes into waiting for scaled timers, so there are more workers than cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // These limits only end what hangs. No test may fail because the machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
