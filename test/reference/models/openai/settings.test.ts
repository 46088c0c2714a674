import { describe, expect, it } from 'vitest';
import { ModelFailure } from '../../../../src/reference/models/model.ts';
import { findEndpoint, findKey } from '../../../../src/reference/models/openai/settings.ts';
import { providerAt } from '../asking.ts';

const UNCONFIGURED = { failureKind: 'unconfigured', dispatched: false, isOutage: false };

/** The error that a function throws. */
function failureOf(act: () => unknown): ModelFailure {
  try {
    act();
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('the url of a provider', () => {
  it.each([
    ['https://provider.example/v1', 'https://provider.example/v1/chat/completions'],
    ['https://provider.example/v1//', 'https://provider.example/v1/chat/completions'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/chat/completions'],
    [
      'https://provider.example/x?api-version=2#y',
      'https://provider.example/x/chat/completions?api-version=2',
    ],
  ])('%s gives %s', (url, endpoint) => {
    expect(findEndpoint(providerAt(url)).href).toBe(endpoint);
  });

  it.each(['', 'provider.example', 'file:///etc/passwd', 'https://me:secret@provider.example/v1'])(
    'cannot be "%s"',
    (url) => {
      const failure = failureOf(() => findEndpoint(providerAt(url)));
      expect(failure.facts).toMatchObject(UNCONFIGURED);
      expect(failure.message).not.toContain('secret');
    },
  );
});

describe('the key of a provider', () => {
  it('is read from the variable that the provider names, without the line end from a file', () => {
    expect(findKey(providerAt('x'), { TEST_KEY: ' sk-1\n' })).toBe('sk-1');
  });

  it('is absent when the provider names no variable', () => {
    const { keyFrom: _none, ...keyless } = providerAt('x');
    expect(findKey(keyless, { OPENAI_API_KEY: 'sk-1' })).toBeUndefined();
  });

  it.each([
    [{}, 'set the environment variable TEST_KEY'],
    [{ TEST_KEY: '  ' }, 'set the environment variable TEST_KEY'],
    [{ TEST_KEY: 'sk-1\nx-other: secret' }, 'TEST_KEY holds characters that a key cannot contain'],
    [{ TEST_KEY: 'sk-sécret' }, 'TEST_KEY holds characters that a key cannot contain'],
  ])('is reported as unusable in %j, and never shown', (environment, message) => {
    const failure = failureOf(() => findKey(providerAt('x'), environment));
    expect(failure.facts).toMatchObject(UNCONFIGURED);
    expect(failure.message).toContain(message);
    expect(failure.message).not.toContain('sk-');
  });
});
