import { join } from 'node:path';
import { FileLock, LockedError } from '../../file-lock/index.ts';
import { OutputError } from './output-file.ts';

/** Hidden, so that no reader of the folder takes it for a recording. */
const NAME = '.recorder-lock';

/** Locks a folder for one recorder. @throws OutputError if another recorder holds the lock, or the folder cannot be locked */
export function lockFolder(folder: string): FileLock {
  try {
    return new FileLock(join(folder, NAME));
  } catch (error) {
    const reason =
      error instanceof LockedError
        ? 'another recorder writes to this folder; stop it, or name another folder'
        : `the folder cannot be locked (${(error as Error).message})`;
    throw new OutputError(folder, reason, { cause: error });
  }
}
