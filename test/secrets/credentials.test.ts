import { describe, expect, it } from 'vitest';
import { credentialsIn, isSecretName, maskCredentials } from '../../src/secrets/index.ts';

describe('a name', () => {
  it.each([
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'Set-Cookie',
    'Ocp-Apim-Subscription-Key',
    'X-Functions-Key',
    'api-key',
    'X-ApiKey',
    'X-Auth-Request-Access-Token',
    'X-Client-Secret',
    'X-Password',
    'X-Session-Id',
    'X-Amz-Security-Token',
    'X-Goog-IAP-JWT-Assertion',
    'X-Hub-Signature-256',
    'X-CSRF',
    'sig',
    'x-sid',
  ])('belongs to a secret: %s', (name) => {
    expect(isSecretName(name)).toBe(true);
    expect(isSecretName(name.toUpperCase())).toBe(true);
  });

  it.each([
    'Idempotency-Key',
    'Content-Type',
    'X-Author',
    ':authority',
    'Keep-Alive',
    'X-Side',
    'page',
    'X-Request-Id',
  ])('does not belong to a secret: %s', (name) => expect(isSecretName(name)).toBe(false));
});

describe('the secrets of a header', () => {
  it.each([
    ['with a scheme', 'Authorization', 'Bearer hunter2-hunter2', ['hunter2-hunter2']],
    ['without a scheme', 'Authorization', 'hunter2-hunter2', ['hunter2-hunter2']],
    ['after a tab', 'Authorization', 'Bearer\thunter2-hunter2', ['hunter2-hunter2']],
    ['twice', 'Authorization', 'Bearer hunter2, Bearer hunter3', ['hunter2', 'hunter3']],
    ['with a scheme that nobody knows', 'Authorization', 'Our hunter2', ['Our hunter2', 'hunter2']],
    ['as parameters', 'Authorization', 'Token id=7, token="hunter2"', ['hunter2']],
    [
      'of Basic',
      'Authorization',
      `Basic ${btoa('me:hunter2')}`,
      [btoa('me:hunter2'), 'me:hunter2', 'hunter2'],
    ],
    ['of Digest', 'Authorization', 'Digest username="me", response="0af7"', ['0af7']],
    ['of cookies', 'Cookie', 'a=hunter2; b="hunter3"', ['hunter2', 'hunter3']],
    ['of a key', 'Ocp-Apim-Subscription-Key', ' hunter2 ', ['hunter2']],
  ])('are found %s', (_, name, value, secrets) => {
    expect(credentialsIn(name, value)).toEqual(expect.arrayContaining(secrets));
  });

  it('do not include its plain words', () => {
    const found = credentialsIn('Authorization', 'Digest username="me", realm="users", response="0af7"');
    expect(found).not.toEqual(expect.arrayContaining(['Digest']));
    expect(found).not.toEqual(expect.arrayContaining(['users']));
    expect(credentialsIn('Authorization', 'Bearer')).toEqual([]);
    expect(credentialsIn('Authorization', '')).toEqual([]);
  });
});

it.each([
  ['Bearer abc', 'Bearer ***'],
  ['bearer\tabc', 'bearer\t***'],
  ['Bearer abc, Bearer d', 'Bearer *************'],
  ['abc', '***'],
  ['Our abc', '*******'],
])('%j is masked as %j', (value, masked) => expect(maskCredentials(value)).toBe(masked));
