import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../../src/reference/store/open-store.ts';
import type { Store } from '../../../src/reference/store/store.ts';

/** Both kinds of store. Each function opens an empty one for one test: `describe.each(STORES)('a chat %s', (_, open) => …)`. */
export const STORES: readonly (readonly [string, () => Store])[] = [
  ['in memory', () => open()],
  ['in a file', () => open(join(makeDirectory(), 'store.db'))],
];

/** Opens a store, and closes it when the test is over. */
export function open(file?: string): Store {
  const store = openStore(file === undefined ? {} : { file });
  onTestFinished(() => store.close());
  return store;
}

/** Creates an empty directory, and removes it when the test is over. */
export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'conversation-api-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
