import { UsageError } from './arguments.ts';

/** Matches a URL without its scheme: a host with a port, or a name with a dot, and perhaps a path. */
const WITHOUT_SCHEME = /^(\[[0-9a-f:.]+\]:\d{1,5}|[\w.-]+:\d{1,5}|[\w-]+(\.[\w-]+)+)(\/|$)/i;

/** The path of the contract, at the end of a URL. Each request adds it. */
const CONTRACT_PATH = /\/api\/v1\/*$/;

/**
 * Checks that an argument is an http or https URL, as the base of a server must be, and ends before the paths of the contract.
 *
 * @throws UsageError with the URL that was probably meant
 */
export function requireWebUrl(text: string): string {
  const hasScheme = /^https?:\/\//i.test(text);
  const shown = text.slice(0, 200);
  const url = hasScheme ? URL.parse(text) : null;
  const base = shown.replace(CONTRACT_PATH, '');
  if (url && CONTRACT_PATH.test(url.pathname))
    throw new UsageError(
      `${JSON.stringify(shown)}: the base URL ends before /api/v1, which is added; did you mean ${base}?`,
    );
  if (url && /[?#]/.test(text))
    throw new UsageError(
      `${JSON.stringify(shown)}: a base URL has no query or fragment, since the requests would not carry it; did you mean ${url.origin}${url.pathname}?`,
    );
  if (url) return text;
  if (hasScheme) throw new UsageError(`${JSON.stringify(shown)} is not a URL; check its host and its port`);
  const meant = WITHOUT_SCHEME.test(text) ? `; did you mean http://${base}?` : '';
  throw new UsageError(
    `${JSON.stringify(shown)} is not a URL; it must begin with http:// or https://${meant}`,
  );
}
