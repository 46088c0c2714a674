import { failureOf, type OpenAiProvider } from './failure.ts';

/** Where the values that a seed names and does not hold come from, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The key of a provider; undefined if it needs none. @throws ModelFailure when there should be one and is not */
export function findKey(provider: OpenAiProvider, environment: Environment): string | undefined {
  const { keyFrom } = provider;
  if (keyFrom === undefined) return undefined;
  const key = environment[keyFrom]?.trim();
  if (!key) {
    throw failureOf(provider, 'unconfigured', `has no key; set the environment variable ${keyFrom}`);
  }
  // Such a key cannot stand in a header, and the error that says so would quote it.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const what = `has no usable key; the environment variable ${keyFrom} holds characters that no key has`;
    throw failureOf(provider, 'unconfigured', what);
  }
  return key;
}

/** The URL that replies come from. A query stays, since some providers want a version there. @throws ModelFailure */
export function findEndpoint(provider: OpenAiProvider): URL {
  const url = URL.parse(provider.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const what = 'has no usable url; declare one that begins with http:// or https:// and holds no password';
    throw failureOf(provider, 'unconfigured', what);
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  url.hash = '';
  return url;
}
