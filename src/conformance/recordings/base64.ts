// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is the range of one byte
const WIDE = /[^\u0000-\u00ff]/;

/**
 * Decodes base64 strictly (RFC 4648, section 4): padded, without line breaks or other characters. Node skips what it cannot decode,
 * and a body with bytes left out would be judged as if the server had sent it.
 *
 * @param memory provides memory for so many bytes
 * @returns undefined if the text is not base64
 */
export function decodeBase64(
  text: string,
  memory: (bytes: number) => Buffer = Buffer.allocUnsafe,
): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  // Node also decodes the alphabet of URLs, and characters beyond U+00FF as if they were the lower half of their code.
  if (text.includes('-') || text.includes('_') || WIDE.test(text)) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = (text.length / 4) * 3 - padding;
  const bytes = memory(length).subarray(0, length);
  // Each skipped character makes the result shorter.
  return bytes.write(text, 'base64') === length ? bytes : undefined;
}

/** Pieces of a text are no base64. */
export class NoBase64Error extends Error {
  readonly code = 'no-base64';

  constructor() {
    super('it is not base64');
    this.name = 'NoBase64Error';
  }
}

/**
 * Decodes base64 that comes in pieces of ASCII, cut anywhere.
 *
 * @throws NoBase64Error
 */
export function* decodeBase64Pieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  // Only the last four characters may be padded, so they wait for the next piece.
  let rest = '';
  for (const piece of pieces) {
    const text = rest + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    const end = text.length - (text.length % 4 || 4);
    rest = text.slice(Math.max(0, end));
    if (end <= 0) continue;
    if (text.lastIndexOf('=', end - 1) >= 0) throw new NoBase64Error();
    yield decoded(text.slice(0, end));
  }
  yield decoded(rest);
}

function decoded(text: string): Uint8Array {
  const bytes = decodeBase64(text);
  if (!bytes) throw new NoBase64Error();
  return bytes;
}
