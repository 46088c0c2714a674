import type { Severity } from './change.ts';

/** A version of the contract: three numbers, no suffix. */
export type Version = readonly [major: number, minor: number, patch: number];

/** A version that is not three numbers. */
export class VersionError extends Error {
  readonly code = 'invalid-version';
}

/** @throws VersionError */
export function parseVersion(text: string): Version {
  const [, major, minor, patch] = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(text) ?? [];
  if (major === undefined) {
    throw new VersionError(`${JSON.stringify(text)} is no version; expected three numbers, such as "1.2.0"`);
  }
  return [Number(major), Number(minor), Number(patch)];
}

/** Negative if the first version is lower. */
export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** The lowest version that announces a change of this severity. */
export function raise([major, minor, patch]: Version, severity: Severity | undefined): Version {
  switch (severity) {
    case 'breaking':
      return [major + 1, 0, 0];
    case 'additive':
      return [major, minor + 1, 0];
    case 'editorial':
      return [major, minor, patch + 1];
    case undefined:
      return [major, minor, patch];
  }
}
