import { UsageError } from './arguments.ts';

/** Matches a URL without its scheme: a host with a port, or a name with a dot, and perhaps a path. */
const WITHOUT_SCHEME = /^(\[[0-9a-f:.]+\]:\d{1,5}|[\w.-]+:\d{1,5}|[\w-]+(\.[\w-]+)+)(\/|$)/i;

/**
 * Checks that an argument is an http or https URL, as the base of a server must be.
 *
 * @throws UsageError with the URL that was probably meant
 */
export function requireWebUrl(text: string): string {
  const hasScheme = /^https?:\/\//i.test(text);
  if (hasScheme && URL.canParse(text)) return text;
  const shown = text.slice(0, 200);
  if (hasScheme) throw new UsageError(`${JSON.stringify(shown)} is not a URL; check its host and its port`);
  const meant = WITHOUT_SCHEME.test(text) ? `; did you mean http://${shown}?` : '';
  throw new UsageError(
    `${JSON.stringify(shown)} is not a URL; it must begin with http:// or https://${meant}`,
  );
}
