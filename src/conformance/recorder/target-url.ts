/** A path would lead a request to another server, or out of the base URL of the target. */
export class ForeignPathError extends Error {
  readonly code = 'foreign-path';
}

/**
 * Builds the URL of a request. All requests that may carry a token are built here: those of a run, of the recorder and of `init`.
 *
 * @param baseUrl base URL of the target
 * @param path path and query below it
 * @throws ForeignPathError if the URL is not below the base URL. Nothing may then be sent, since the token is meant for the target only
 */
export function urlBelow(baseUrl: URL, path: string): URL {
  const { origin, pathname } = baseUrl;
  const root = pathname.replace(/(?<!\/)\/+$/, '');
  const url = URL.parse(`${origin}${root}${path}`);
  // Without the slash, the path could continue the host or the port: http://target + @other, + .other or + 0.
  const isBelow = path.startsWith('/') && url?.origin === origin && `${url.pathname}/`.startsWith(`${root}/`);
  if (isBelow) return url;
  throw new ForeignPathError('the path does not lead to a place below the base URL of the target');
}

/** What is wrong with a path that the operator wrote; undefined if it is a plain path below the base URL. */
export function problemOfPath(path: string): string | undefined {
  if (!/^\/(?!\/)/.test(path)) return 'must begin with one /, since it is below the target';
  if (/[\\#\p{White_Space}\p{Cc}]/u.test(path)) return 'must not contain a backslash, # or white space';
  return hasDotSegments(path) ? 'must not contain . or .. as a segment' : undefined;
}

/** Whether the path has segments that the URL parser would resolve. */
export function hasDotSegments(path: string): boolean {
  const [plain = ''] = path.split('?', 1);
  return /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(plain);
}
