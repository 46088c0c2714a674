import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { explainRefusal, LostReport, writeReport } from './output-file.ts';
import { resolveTarget } from './resolve-target.ts';

/** An update takes milliseconds, so that another one that takes longer than these waits together was killed. */
const ATTEMPTS = 100;
const WAIT = 50;

/**
 * Replaces a file by what it says now and what is added to it. Only one process at a time does so, with the file `<path>.lock`, so that none
 * loses what another one added. A process that is killed leaves the old file or the new one, as a whole.
 *
 * @param update reads the file and returns its new text
 * @param wait resolves after so many milliseconds
 * @throws LostReport when the file cannot be written, or another process does not unlock it
 */
export async function updateFile(
  path: string,
  update: () => string,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<void> {
  const target = resolveTarget(path);
  const lock = `${target}.lock`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new LostReport(path, explainRefusal(error), { cause: error });
  }
  for (let attempt = 1; !tryLock(path, lock); attempt += 1) {
    if (attempt === ATTEMPTS)
      throw new LostReport(
        path,
        `another run is writing it; if none is, delete ${lock}, which a killed run left`,
      );
    await wait(WAIT);
  }
  try {
    writeReport(path, update());
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @returns whether the lock did not exist and does now */
function tryLock(path: string, lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new LostReport(path, explainRefusal(error), { cause: error });
  }
}
