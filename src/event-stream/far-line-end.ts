const LF = 0x0a;
const CR = 0x0d;

/** Buffer, which only Node has, searches many times faster than a typed array. */
const indexOf: (this: Uint8Array, byte: number) => number =
  globalThis.Buffer?.prototype.indexOf ?? Uint8Array.prototype.indexOf;

/** Finds the first LF or CR with the native search, whose call only pays off for long lines. @returns -1 if there is none */
export function findFarLineEnd(bytes: Uint8Array, start: number, end: number): number {
  const lineFeed = indexOf.call(bytes.subarray(start, end), LF);
  const before = lineFeed < 0 ? end : start + lineFeed;
  const carriageReturn = indexOf.call(bytes.subarray(start, before), CR);
  if (carriageReturn >= 0) return start + carriageReturn;
  return lineFeed < 0 ? -1 : before;
}
