import { dirname, resolve } from 'node:path';
import { readBounded } from '../conformance/files/read-bounded.ts';
import { readUserFile } from './read-user-file.ts';
import type { Profile, Suite } from './suite.ts';
import type { TargetOptions } from './target-options.ts';

/** Reads the profile of a run, or makes a basic one if none is given. */
export function readProfileOf(
  { url, profile, tokenFile, headers }: Pick<TargetOptions, 'url' | 'profile' | 'tokenFile' | 'headers'>,
  suite: Suite,
): Profile {
  const folder = profile === undefined ? '.' : dirname(profile);
  const sources = {
    target: url,
    token: tokenFile === undefined ? undefined : readUserFile(tokenFile, '--token-file').trim(),
    environment: process.env,
    readFile: (path: string) => readBounded(resolve(folder, path)),
  };
  const read =
    profile === undefined
      ? suite.basicProfile(sources)
      : suite.readProfile(readUserFile(profile, '--profile'), profile, sources);
  return { ...read, headers: { ...read.headers, ...headers } };
}
