import { BrokenReferenceError } from './place.ts';
import { EditionError } from './released.ts';
import { UnclassifiedError } from './rules.ts';
import { VersionError } from './version.ts';

const refusals = [BrokenReferenceError, EditionError, UnclassifiedError, VersionError];

/** Whether an error is about what was given, and its message says all. */
export function isRefusal(error: unknown): error is Error {
  return refusals.some((refusal) => error instanceof refusal);
}
