import { accessSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A report cannot be written to the path that the user named. */
export class OutputError extends Error {
  readonly code: string = 'unusable-output';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`cannot write ${path}: ${reason}`, options);
    this.name = 'OutputError';
  }
}

/** A report is done and cannot be written, as on a full disk. */
export class LostReport extends OutputError {
  override readonly code = 'unwritable-output';
}

/**
 * Checks before any work is done that a report can be written to this path.
 *
 * @throws OutputError when the report cannot be written, or would replace one of the inputs
 */
export function ensureWritable(path: string, inputs: readonly string[]): void {
  const target = resolveLink(path);
  if (inputs.some((input) => resolveLink(input) === target))
    throw new OutputError(path, 'it is one of the inputs; name another file');
  const existing = statSync(target, { throwIfNoEntry: false });
  if (existing?.isDirectory())
    throw new OutputError(path, 'it is a directory; name a file in it, for example report.json');
  try {
    accessSync(existing && !existing.isFile() ? target : dirname(target), constants.W_OK);
  } catch (error) {
    throw new OutputError(path, explain(error), { cause: error });
  }
}

/**
 * Writes a report that only its owner can read. The file appears as a whole or not at all.
 *
 * @throws LostReport when the system refuses to write it
 */
export function writeReport(path: string, text: string): void {
  const target = resolveLink(path);
  try {
    if (isSpecial(target)) {
      // Writes into a device or a pipe instead of replacing it with a file.
      writeFileSync(target, text);
      return;
    }
    // Loading `node:crypto` takes a tenth of the time of a small check, which may write no file.
    const draft = `${target}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    try {
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  } catch (error) {
    throw new LostReport(path, explain(error), { cause: error });
  }
}

function isSpecial(path: string): boolean {
  const existing = statSync(path, { throwIfNoEntry: false });
  return existing !== undefined && !existing.isFile();
}

function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function explain(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (code === 'ENOENT') return 'there is no such directory';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be written';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no space is left on the disk';
  return code;
}
