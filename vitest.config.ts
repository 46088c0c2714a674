import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './scripts/test/order-files.ts';
import { sharedFiles } from './scripts/test/shared-processes.ts';
import { outerFiles } from './scripts/test/tiers.ts';

/** `npm test` sets the tier. Filters and `npx vitest` find the files of both. */
const excluded = [
  'test/consumers/**',
  '**/node_modules/**',
  ...(process.env.TIER === undefined ? [] : outerFiles()),
];
const shared = [...sharedFiles()];

export default defineConfig({
  test: {
    sequence: { sequencer: FileOrder },
    // Node imports the modules itself. Vite's own loading costs more, also while tests run: each use of an import is a look-up in an object.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most tests compute, and with more workers than cores the same tests take a quarter more processor time. Those of the outer tier often wait.
    maxWorkers: Math.ceil(availableParallelism() * (process.env.TIER === undefined ? 1.5 : 1)),
    // These limits only end what hangs. No test may fail because the machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: [...excluded, ...shared] },
      },
      { extends: true, test: { name: 'shared', isolate: false, include: shared, exclude: excluded } },
    ],
  },
});
