/** What to say of a text in UTF-16, which Windows writes. */
export const UTF_16 = 'it is UTF-16; write it as UTF-8';

/** Bytes that show the encoding of a text without a mark: its first characters are ASCII. */
const SHOWN = 16;

/** Whether a file begins as a text in UTF-16 does: with a byte order mark, or with every other byte 0. */
export function isUtf16(head: Uint8Array): boolean {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const shown = [...head.subarray(0, SHOWN)];
  if (shown.length < 4) return false;
  return [0, 1].some((odd) => shown.every((byte, index) => (index % 2 === odd) === (byte === 0)));
}
