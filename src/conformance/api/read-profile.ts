import { resolve } from 'node:path';
import { readBounded } from '../files/read-bounded.ts';
import type { Profile } from '../profile/profile.ts';
import { readProfile as read, basicProfile as readBasic } from '../profile/read-profile.ts';

export interface ProfileOptions {
  /** Name of the profile in messages, such as the path of its file; `the profile` by default. */
  readonly name?: string;
  /** Takes the place of the profile's target. */
  readonly target?: string;
  /** Takes the place of the profile's main token. */
  readonly token?: string;
  /** The environment variables that the profile names; those of the process by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Folder for the relative paths in the profile; the current folder by default. */
  readonly folder?: string;
}

/**
 * Reads a profile, in YAML or JSON, in the format of spec/formats/profile.schema.json.
 *
 * @throws ProfileError with one line for each mistake
 */
export function readProfile(text: string, options: ProfileOptions = {}): Profile {
  const { name = 'the profile', target, token, environment = process.env, folder = '.' } = options;
  const readFile = (path: string) => readBounded(resolve(folder, path));
  return read(text, name, { target, token, environment, readFile });
}

/**
 * Makes a profile from a base URL, without `/api/v1`, and an access token alone.
 *
 * @throws ProfileError when the URL or the token is invalid
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
