import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { referenceTokens } from '../../src/cli/reference-profile.ts';
import { readProfile } from '../../src/conformance/profile/read-profile.ts';

const PROFILE = resolve(repositoryRoot, 'spec/profiles/reference.yaml');
const named = readFileSync(PROFILE, 'utf8').match(/HARBOR_[A-Z_]*[A-Z]/g) ?? [];

it('the reference profile uses the variables that the loop in the guide sets to the tokens of the default seed', () => {
  const guide = readFileSync(resolve(repositoryRoot, 'docs/reference-server.md'), 'utf8');
  const [loop = ''] = /^for name in [\s\S]*?^done$/m.exec(guide) ?? [];
  const program = `profile='${PROFILE}'\n${loop}\nenv`;
  const printed = execFileSync('sh', ['-c', program], { env: testEnvironment(), encoding: 'utf8' });
  const tokens = referenceTokens();
  const set = printed.split('\n').filter((line) => line.startsWith('HARBOR_'));
  expect(named).not.toEqual([]);
  expect(set.sort()).toEqual([...new Set(named)].map((name) => `${name}=${tokens[name]}`).sort());
});

it('the message for an unset main token names its variable', () => {
  const sources = { target: 'http://host', token: undefined, environment: {}, readFile: () => '' };
  expect(() => readProfile(readFileSync(PROFILE, 'utf8'), 'p.yaml', sources)).toThrow(
    'p.yaml: credentials.main: the variable HARBOR_MAIN is not set; set it or CONVERSATION_API_TOKEN, or give --token-file FILE',
  );
});
