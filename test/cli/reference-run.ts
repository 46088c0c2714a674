import { resolve } from 'node:path';
import { vi } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { referenceTokens } from '../../src/cli/reference-profile.ts';

/** The profile of a reference server with faults. It reads the tokens from the environment. */
export const PROFILE = resolve(repositoryRoot, 'spec/profiles/reference.yaml');

/** Sets the tokens of the default seed for one test. */
export function stubTokens(): void {
  for (const [name, token] of Object.entries(referenceTokens())) vi.stubEnv(name, token);
}
