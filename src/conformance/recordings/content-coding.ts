/** Codings that are unpacked. */
export type PackedCoding = 'gzip' | 'deflate' | 'br' | 'zstd';

const KNOWN: ReadonlyMap<string, PackedCoding | 'identity'> = new Map([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);

/**
 * How a body is sent.
 *
 * `unknown` stands for every other value. Servers write `none` or `utf-8` to keep proxies from packing or buffering a stream, and browsers
 * then read the body as it is. So the body counts as unpacked if it is UTF-8.
 *
 * @param header the value of Content-Encoding; undefined if there is none
 */
export function codingOf(header = ''): PackedCoding | 'identity' | 'unknown' {
  return KNOWN.get(header.trim().toLowerCase()) ?? 'unknown';
}
