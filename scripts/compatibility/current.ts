import { type FrozenIds, goneIds } from '../ids/frozen-ids.ts';
import { compareEditions } from './compare.ts';
import { BrokenReferenceError } from './place.ts';
import { EditionError, readCurrent, readEdition, readFrozenIds, readReleased } from './released.ts';
import { UnclassifiedError } from './rules.ts';
import { judgeVersion, type Verdict } from './verdict.ts';
import { VersionError } from './version.ts';

/**
 * Judges the current contract and ids against the last edition. Returns undefined if there is no edition.
 * @throws EditionError, VersionError, UnclassifiedError, BrokenReferenceError
 */
export function judgeCurrent(root: string, ids: FrozenIds): Verdict | undefined {
  const last = readReleased(root).at(-1);
  if (last === undefined) return undefined;
  const { version, edition } = readCurrent(root);
  const verdict = judgeVersion(last.version, version, compareEditions(readEdition(root, last), edition));
  const gone = goneIds(readFrozenIds(root, last), ids);
  return { isHonest: verdict.isHonest && gone.length === 0, lines: [...gone, ...verdict.lines] };
}

const refusals = [BrokenReferenceError, EditionError, UnclassifiedError, VersionError];

/** Whether an error is a fault of the editions or of the contract, which its message fully explains. */
export function isRefusal(error: unknown): error is Error {
  return refusals.some((refusal) => error instanceof refusal);
}
