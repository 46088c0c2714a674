import { randomUUID } from 'node:crypto';
import { accessSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What is to be written has nowhere to go. */
export class OutputError extends Error {
  readonly code = 'unusable-output';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`cannot write ${path}: ${reason}`, options);
    this.name = 'OutputError';
  }
}

/**
 * Finds out before any work is done whether a report can be written there.
 *
 * @throws OutputError when it cannot, or when it would replace one of the inputs
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
 * Writes a report, readable by its owner only. The file appears whole or not at all.
 *
 * @throws OutputError when the system refuses
 */
export function writeReport(path: string, text: string): void {
  const target = resolveLink(path);
  try {
    if (isSpecial(target)) {
      // A device or a pipe takes what it is given; to replace it by a file would be a surprise.
      writeFileSync(target, text);
      return;
    }
    const draft = `${target}.${randomUUID().slice(0, 8)}.tmp`;
    try {
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  } catch (error) {
    throw new OutputError(path, explain(error), { cause: error });
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
  return code;
}
