/**
 * Decodes base64 strictly (RFC 4648, section 4): padded, without line breaks or other characters. Node skips what it cannot decode,
 * and a body with bytes left out would be judged as if the server had sent it.
 *
 * @returns undefined if the text is not base64
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  // Node also decodes the alphabet of URLs.
  if (text.includes('-') || text.includes('_')) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(text, 'base64');
  // Each skipped character makes the result shorter.
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined;
}
