import {
  accessSync,
  constants,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { resolveTarget } from './resolve-target.ts';

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
  const target = resolveTarget(path);
  if (inputs.some((input) => resolveTarget(input) === target))
    throw new OutputError(path, 'it is one of the inputs; name another file');
  try {
    const existing = find(target);
    if (existing?.isDirectory())
      throw new OutputError(path, 'it is a directory; name a file in it, for example report.json');
    accessSync(
      existing && !existing.isFile() ? target : existingFolder(path, dirname(target)),
      constants.W_OK,
    );
  } catch (error) {
    throw error instanceof OutputError
      ? error
      : new OutputError(path, explainRefusal(error), { cause: error });
  }
}

/** The folder itself, or the one in which it and its missing parents will be created. */
function existingFolder(path: string, folder: string): string {
  const existing = find(folder);
  if (existing?.isDirectory() || dirname(folder) === folder) return folder;
  if (existing) throw new OutputError(path, `${folder} is a file; name a folder`);
  return existingFolder(path, dirname(folder));
}

function find(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/**
 * Writes a report that only its owner can read, and creates missing folders. The file appears as a whole or not at all.
 *
 * @throws LostReport when the system refuses to write it
 */
export function writeReport(path: string, text: string): void {
  const target = resolveTarget(path);
  try {
    if (isSpecial(target)) {
      // Writes into a device or a pipe instead of replacing it with a file.
      writeFileSync(target, text);
      return;
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
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
    throw new LostReport(path, explainRefusal(error), { cause: error });
  }
}

function isSpecial(path: string): boolean {
  const existing = find(path);
  return existing !== undefined && !existing.isFile();
}

/** Why the system refused to write, in words. @throws the error itself if it is not one of the system */
export function explainRefusal(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (code === 'ELOOP') return 'its links lead in a circle';
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a part of its path is a file';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be written';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no space is left on the disk';
  return code;
}
