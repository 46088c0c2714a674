import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClient } from '../../../scripts/build/modules.ts';

/** The client in its published form: one file. */
export interface BuiltClient {
  readonly file: string;
  remove(): void;
}

/** Builds the client in its own folder, so that no other build can interfere. */
export async function buildPublishedClient(): Promise<BuiltClient> {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  mkdirSync(join(folder, 'client'));
  await buildClient(folder);
  return {
    file: join(folder, 'client', 'index.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
