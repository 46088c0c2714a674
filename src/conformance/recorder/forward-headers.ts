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
  const kept = endToEnd(headers).filter(([name]) => name.toLowerCase() !== 'host');
  const framing = kept.some(([name]) => name.toLowerCase() === 'content-length')
    ? []
    : frame(headers, method);
  return [['Host', host], ...kept, ...framing, ['Via', `${httpVersion} ${pseudonym}`]].flat();
}

/** Headers for the client, without the framing of the body, which belongs to the connection. */
export function forwardResponseHeaders(headers: RawHeaders): string[] {
  return endToEnd(headers).flat();
}

/** Headers by lower-case name. Headers of the same name are joined by `, `. */
export function joinHeaders(headers: RawHeaders): Record<string, string> {
  return joined(pairs(headers));
}

/** Keeps chunked framing. A request without a body gets `Content-Length: 0`, since Node would otherwise announce chunks for it. */
function frame(headers: RawHeaders, method: string): [string, string][] {
  if (joinHeaders(headers)['transfer-encoding'] !== undefined) return [['Transfer-Encoding', 'chunked']];
  return /^(POST|PUT|PATCH)$/.test(method) ? [['Content-Length', '0']] : [];
}

function endToEnd(headers: RawHeaders): [string, string][] {
  const named = (joinHeaders(headers).connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== 'content-length');
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return pairs(headers).filter(([name]) => !dropped.has(name.toLowerCase()));
}

function pairs(headers: RawHeaders): [string, string][] {
  return headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? ''] as [string, string]] : [],
  );
}
