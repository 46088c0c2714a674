export const LF = 0x0a;
export const CR = 0x0d;
/** Bytes that are searched one by one for a line end. Most lines are shorter. */
const NEAR = 512;

/** Index of the first LF or CR, or -1 if there is none. */
export function findLineEnd(bytes: Uint8Array, start: number, end: number): number {
  const near = Math.min(end, start + NEAR);
  for (let index = start; index < near; index++) {
    const byte = bytes[index] as number;
    if (byte <= CR && (byte === LF || byte === CR)) return index;
  }
  return near < end ? findFar(bytes, near, end) : -1;
}

/** Buffer, which only Node has, searches many times faster than a typed array. */
const indexOf: (this: Uint8Array, byte: number) => number =
  globalThis.Buffer?.prototype.indexOf ?? Uint8Array.prototype.indexOf;

/** Finds the first LF or CR with the native search, whose call only pays off for long lines. */
function findFar(bytes: Uint8Array, start: number, end: number): number {
  const lineFeed = indexOf.call(bytes.subarray(start, end), LF);
  const before = lineFeed < 0 ? end : start + lineFeed;
  const carriageReturn = indexOf.call(bytes.subarray(start, before), CR);
  if (carriageReturn >= 0) return start + carriageReturn;
  return lineFeed < 0 ? -1 : before;
}
