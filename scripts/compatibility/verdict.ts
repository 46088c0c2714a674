/** Whether the version of the contract announces the changes since the last edition. */
import { type Change, type DistinctChange, distinct, gravestOf, severities } from './change.ts';
import { compareVersions, parseVersion, raise } from './version.ts';

export interface Verdict {
  /** Whether the version announces every change, and no released id is gone. */
  readonly isHonest: boolean;
  /** For a person: one line for each released id that is gone and each unannounced change, most severe first, then a summary. */
  readonly lines: readonly string[];
}

/**
 * @param released the version of the last edition
 * @param current `info.version` of the current contract
 * @throws VersionError
 */
export function judgeVersion(released: string, current: string, changes: readonly Change[]): Verdict {
  const needed = raise(parseVersion(released), gravestOf(changes));
  const found = distinct(changes);
  const summary = `${current} against edition ${released}: ${countChanges(found)}`;
  if (compareVersions(parseVersion(current), needed) >= 0) return { isHonest: true, lines: [summary] };

  const unannounced = found
    .filter(
      ({ severity }) => compareVersions(parseVersion(current), raise(parseVersion(released), severity)) < 0,
    )
    .toSorted((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));
  const mend = `set info.version to at least ${needed.join('.')} (it is ${current}), in spec/openapi/openapi.yaml and spec/asyncapi/asyncapi.yaml`;
  return { isHonest: false, lines: [...unannounced.map(describeChange), summary, mend] };
}

/** `breaking   asyncapi.json  event message.step > data > steps[] > timestamp: is no longer required` */
export function describeChange({ severity, document, where, what, elsewhere }: DistinctChange): string {
  const places = elsewhere === 1 ? '1 other place' : `${elsewhere} other places`;
  return `${severity.padEnd(9)}  ${document}  ${where}: ${what}${elsewhere > 0 ? ` (and in ${places})` : ''}`;
}

function countChanges(changes: readonly Change[]): string {
  const counts = severities
    .toReversed()
    .map((severity) => ({ severity, count: changes.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`);
  return counts.length === 0 ? 'no change' : counts.join(', ');
}
