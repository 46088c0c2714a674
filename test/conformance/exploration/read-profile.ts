import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';

/** The profile of the reference server in a simulation. */
export async function readProfile(): Promise<Profile> {
  return new Promise((resolve, reject) => {
    const changeProfile = (profile: Profile) => {
      resolve(profile);
      return profile;
    };
    judgeReference({ checks: [], changeProfile }).catch(reject);
  });
}
