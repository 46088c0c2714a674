import { defineConfig } from 'vitest/config';
import { InteropLast } from './scripts/test/interop-last.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/consumers/**'],
    sequence: { sequencer: InteropLast },
    testTimeout: 10_000,
  },
});
