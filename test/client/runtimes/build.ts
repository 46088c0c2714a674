import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClient } from '../../../scripts/build/modules.ts';

/** The client as it is published: one file. */
export interface BuiltClient {
  readonly file: string;
  remove(): void;
}

/** Builds it by itself, so that no other build is in the way. */
export async function buildPublishedClient(): Promise<BuiltClient> {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  mkdirSync(join(folder, 'client'));
  await buildClient(folder);
  return {
    file: join(folder, 'client', 'index.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
