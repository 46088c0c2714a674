export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const BACKSLASH = 0x5c;

/** For each byte, 1 if it needs no escape in a JSON string: it is no quote, backslash or control character. */
export const PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/** For each letter, the byte that its escape means, such as LF for `\n`. 0 for `\u` and for letters that JSON does not escape. */
export const ESCAPED: Uint8Array = new Uint8Array(256);
for (const [letter, byte] of [
  ['"', 0x22],
  ['\\', 0x5c],
  ['/', 0x2f],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
] as const) {
  ESCAPED[letter.charCodeAt(0)] = byte;
}
