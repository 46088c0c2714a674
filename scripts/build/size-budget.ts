import { gzipSync } from 'node:zlib';

/** Most bytes of the client, minified and packed with gzip: what it costs a page. */
const CLIENT_BUDGET = 8 * 1024;

/**
 * Holds the client to its budget.
 * @returns its size, minified and packed
 * @throws RangeError with the figure
 */
export function checkClientSize(code: Uint8Array): number {
  const { length } = gzipSync(code, { level: 9 });
  if (length > CLIENT_BUDGET) {
    throw new RangeError(
      `the client has ${length} bytes, minified and packed with gzip, and its budget is ${CLIENT_BUDGET}: take ${length - CLIENT_BUDGET} out`,
    );
  }
  return length;
}
