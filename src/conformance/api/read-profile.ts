import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Profile } from '../profile/profile.ts';
import { readProfile as read, basicProfile as readBasic } from '../profile/read-profile.ts';

export interface ProfileOptions {
  /** What the profile is called in messages, such as the path of its file; `the profile` unless told. */
  readonly name?: string;
  /** Takes the place of the profile's target. */
  readonly target?: string;
  /** Takes the place of the profile's main token. */
  readonly token?: string;
  /** Where the variables are that the profile names; those of the process unless told. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Folder that the files which the profile names are relative to; the current one unless told. */
  readonly folder?: string;
}

/**
 * Reads what is known of a target: YAML or JSON as spec/formats/profile.schema.json describes it.
 *
 * @throws ProfileError with one line for each thing that is wrong
 */
export function readProfile(text: string, options: ProfileOptions = {}): Profile {
  const { name = 'the profile', target, token, environment = process.env, folder = '.' } = options;
  const readFile = (path: string) => readFileSync(resolve(folder, path), 'utf8');
  return read(text, name, { target, token, environment, readFile });
}

/**
 * What is known of a target without a profile: its base URL, without `/api/v1`, and an access token.
 *
 * @throws ProfileError for what is no URL, or no token
 */
export function basicProfile(target: string, token: string): Profile {
  return readBasic({
    target,
    token,
    environment: {},
    readFile(path) {
      throw new Error(`without a profile nothing names files, and not ${path}`);
    },
  });
}
