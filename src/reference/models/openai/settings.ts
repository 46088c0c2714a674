import { failureOf, type OpenAiProvider } from './failure.ts';

/** Environment variables, as in `process.env`. A seed names the variable that holds a key instead of holding the key. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The key of a provider; undefined if it needs none. @throws ModelFailure when the key is missing or unusable */
export function findKey(provider: OpenAiProvider, environment: Environment): string | undefined {
  const { keyFrom } = provider;
  if (keyFrom === undefined) return undefined;
  const key = environment[keyFrom]?.trim();
  if (!key) {
    throw failureOf(provider, 'unconfigured', `has no key; set the environment variable ${keyFrom}`);
  }
  // A header cannot hold such a key, and the resulting error would quote it.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const what = `has no usable key; the environment variable ${keyFrom} holds characters that a key cannot contain`;
    throw failureOf(provider, 'unconfigured', what);
  }
  return key;
}

/**
 * The URL to request replies from. It keeps the query, since some providers expect a version there.
 *
 * @throws ModelFailure when the declared URL is unusable
 */
export function findEndpoint(provider: OpenAiProvider): URL {
  const url = URL.parse(provider.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const what = 'has no usable url; declare one that begins with http:// or https:// and holds no password';
    throw failureOf(provider, 'unconfigured', what);
  }
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/chat/completions`;
  url.hash = '';
  return url;
}
