import { compareEditions } from './compare.ts';
import { readCurrent, readEdition, readReleased } from './released.ts';
import { judgeVersion, type Verdict } from './verdict.ts';

/**
 * Judges the contract as it is against the last edition; undefined when there is none.
 * @throws EditionError, VersionError, UnclassifiedError, BrokenReferenceError
 */
export function judgeCurrent(root: string): Verdict | undefined {
  const last = readReleased(root).at(-1);
  if (last === undefined) return undefined;
  const { version, edition } = readCurrent(root);
  return judgeVersion(last.version, version, compareEditions(readEdition(root, last), edition));
}
