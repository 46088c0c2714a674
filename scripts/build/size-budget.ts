import { gzipSync } from 'node:zlib';

/** Largest size of the client in bytes, minified and compressed with gzip: the size of the download for a page. */
const CLIENT_BUDGET = 9.5 * 1024;

/**
 * Checks that the client is within its budget.
 * @param code the minified client
 * @returns its compressed size in bytes
 * @throws RangeError when it is larger, with its size
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
