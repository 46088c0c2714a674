/** Name, value, name, value: as they came, in their order and spelling. */
export type RawHeaders = readonly string[];

/**
 * What is about one connection and not about the message (RFC 9110, 7.6.1). Trailers are discarded, which every intermediary may
 * do (6.5.1).
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
  /** Name that this proxy has in Via. */
  readonly pseudonym: string;
  /** Version of HTTP in which the request came. */
  readonly httpVersion: string;
}

/** Headers for the target: those of the client, with the target's Host, and ours in Via (RFC 9110, 7.6.3). */
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

/** Headers for the client. How the body is framed is up to its connection. */
export function forwardResponseHeaders(headers: RawHeaders): string[] {
  return endToEnd(headers).flat();
}

/** Headers by name in lower case; several of one name are joined. */
export function joinHeaders(headers: RawHeaders): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of pairs(headers)) {
    const before = joined.get(name.toLowerCase());
    joined.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}

/** A body in chunks stays one. Without any, Node would announce chunks for a method that usually has a body. */
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
