import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../src/reference/seed/read-seed.ts';
import { makeWorkspace } from '../../cli/workspace.ts';

const files = makeWorkspace();

/** A seed with one credential for each list of members. */
function seedOf(...credentials: readonly object[]): string {
  return JSON.stringify({
    seed: 1,
    companies: [{ id: 1, name: 'Harbor', default_model: 3 }],
    users: [{ id: 300, company: 1, name: 'Nora' }],
    models: [{ id: 3, company: 1, name: 'Kestrel', code: 'kestrel' }],
    credentials: credentials.map((members, index) => ({ id: `c${index}`, user: 300, ...members })),
  });
}

const environment = { TOKEN_OF_MAIN: 'from-the-environment', SHORT: 'abc', SPACED: 'two tokens here' };

describe('the token of a credential', () => {
  it('may be in the seed, in an environment variable, or in a file beside the seed', () => {
    files.write('token', '\ufefffrom-a-file\r\n');
    const absolute = files.write('other', 'from-another-file\n');
    const seed = seedOf(
      { token: 'from-the-seed' },
      { token_from: 'TOKEN_OF_MAIN' },
      { token_file: 'token' },
      { token_file: absolute },
    );
    const { credentialOf } = readSeed(seed, files.path('seed.yaml'), environment);
    const tokens = ['from-the-seed', 'from-the-environment', 'from-a-file', 'from-another-file'];
    expect(tokens.map((token) => credentialOf(token)?.id)).toEqual(['c0', 'c1', 'c2', 'c3']);
    expect(credentialOf('')).toBeUndefined();
  });

  it.each<[string, readonly object[], string]>([
    ['no source', [{}], 'credentials[0] needs `token`, `token_from` or `token_file`'],
    [
      'two sources',
      [{ token: 'from-the-seed', token_from: 'A' }],
      'credentials[0] has `token` and `token_from`; write one of them',
    ],
    [
      'a variable that is not set',
      [{ token_from: 'MISSING' }],
      'credentials[0].token_from names the environment variable MISSING, which is not set',
    ],
    [
      'a variable that is too short',
      [{ token_from: 'SHORT' }],
      'which holds no token: 8 to 512 of the characters',
    ],
    ['a variable with several words', [{ token_from: 'SPACED' }], 'which holds no token'],
    [
      'a file that is missing',
      [{ token_file: 'none' }],
      'token_file names the file none, which cannot be read (ENOENT)',
    ],
    [
      'the token of another',
      [{ token: 'from-the-environment' }, { token_from: 'TOKEN_OF_MAIN' }],
      'is already used by credentials[0]',
    ],
  ])('is refused with %s, and never shown', (_what, credentials, message) => {
    const read = () => readSeed(seedOf(...credentials), files.path('seed.yaml'), environment);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/two tokens|from-the-environment/);
  });
});
