export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const BACKSLASH = 0x5c;

/** By byte, whether it stands for itself inside a JSON string: not a quote, not a backslash, not a control character. */
export const PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/** By letter, the byte that its escape stands for, as `\n` for LF; 0 for `\u` and for letters that no escape has. */
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
