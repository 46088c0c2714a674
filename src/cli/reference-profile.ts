import { defaultSeedValue } from '../../generated/default-seed.js';
import { referenceProfile } from '../../generated/reference-profile.js';
import type { Profile } from '../conformance/profile/profile.ts';
import { readProfile } from '../conformance/profile/read-profile.ts';

/** The profile of a reference server with the default seed and with faults enabled: spec/profiles/reference.yaml. */
export function referenceProfileOf(url: string, timeScale: number): Profile {
  const profile = readProfile(referenceProfile, 'the reference profile', {
    target: url,
    environment: referenceTokens(),
    readFile(path) {
      throw new Error(`the reference profile must not name a file, but names ${path}`);
    },
  });
  return { ...profile, timers: { timeScale } };
}

/** The tokens of the default seed, as the environment variables that spec/profiles/reference.yaml names. */
export function referenceTokens(): Record<string, string> {
  return Object.fromEntries(
    defaultSeedValue.credentials.map(({ id, token = '' }) => [
      `HARBOR_${id.toUpperCase().replaceAll('-', '_')}`,
      token,
    ]),
  );
}
