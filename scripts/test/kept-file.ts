import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The bytes of a file that another process may have kept; undefined if there is none. */
export function readKept(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file that other processes see only once it is complete. */
export function keep(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
