import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const RECORDINGS = fileURLToPath(new URL('../recordings', import.meta.url));

/** Returns the path of a recording of this repository, such as `valid/plain.sse`. */
export function recording(name: string): string {
  return join(RECORDINGS, name);
}

export function readRecording(name: string): Buffer {
  return readFileSync(recording(name));
}

/** Creates a directory for the calling test file and removes it after the tests. */
export function makeWorkspace() {
  const root = mkdtempSync(join(tmpdir(), 'conversation-api-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return {
    root,
    path: (name: string) => join(root, name),
    write(name: string, content: string | Uint8Array): string {
      const path = join(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
}
