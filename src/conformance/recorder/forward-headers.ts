import { joined } from '../judge/headers.ts';

/** Names and values in turn, in their original order and spelling. */
export type RawHeaders = readonly string[];

/**
 * Headers of the connection, which are not forwarded (RFC 9110, 7.6.1). Trailers are dropped, as any intermediary may do (6.5.1).
 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface ForwardingFacts {
  /** Host and port of the target. */
  readonly host: string;
  /** Name of this proxy in Via. */
  readonly pseudonym: string;
  /** HTTP version of the request. */
  readonly httpVersion: string;
}

/** Headers for the target: those of the client with the target's Host, and with this proxy in Via (RFC 9110, 7.6.3). */
export function forwardRequestHeaders(
  headers: RawHeaders,
  method: string,
  { host, pseudonym, httpVersion }: ForwardingFacts,
): string[] {
  const via = `${httpVersion} ${pseudonym}`;
  return ['Host', host, ...endToEnd(headers, 'host'), ...frame(headers, method), 'Via', via];
}

/** Headers for the client, without the framing of the body, which belongs to the connection. */
export function forwardResponseHeaders(headers: RawHeaders): string[] {
  return endToEnd(headers);
}

/** Headers by lower-case name. Headers of the same name are joined by `, `. */
export function joinHeaders(headers: RawHeaders): Record<string, string> {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return joined(pairs);
}

/** Keeps chunked framing. A request without a body gets `Content-Length: 0`, since Node would otherwise announce chunks for it. */
function frame(headers: RawHeaders, method: string): string[] {
  if (valuesOf(headers, 'content-length').length > 0) return [];
  if (valuesOf(headers, 'transfer-encoding').length > 0) return ['Transfer-Encoding', 'chunked'];
  return /^(POST|PUT|PATCH)$/.test(method) ? ['Content-Length', '0'] : [];
}

/** @param without a header that is left out too, in lower case */
function endToEnd(headers: RawHeaders, without?: string): string[] {
  const connection = valuesOf(headers, 'connection').flatMap((value) => value.split(','));
  const named = new Set(connection.map((name) => name.trim().toLowerCase()));
  named.delete('content-length');
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    const key = name.toLowerCase();
    if (key !== without && !HOP_BY_HOP.has(key) && !named.has(key)) kept.push(name, value);
  }
  return kept;
}

/** @param wanted in lower case */
function valuesOf(headers: RawHeaders, wanted: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) values.push(headers[at + 1] ?? '');
  }
  return values;
}
