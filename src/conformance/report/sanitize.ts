/**
 * Characters that a terminal may interpret, or that make text look like other text: C0 and C1 controls, bidirectional overrides, line
 * separators, byte order marks, tag characters and lone surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff\u{e0000}-\u{e007f}]/gu;

/** The same without the line feed, which separates the lines of a JSON text. */
const UNSAFE_IN_JSON = /(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff\u{e0000}-\u{e007f}]/gu;

/** Characters that XML 1.0 cannot contain, not even as a character reference. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const LONGEST = 400;

/** Makes text from an input safe to print on one line: escapes unsafe characters, and cuts long text. */
export function sanitize(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return cut.replaceAll(UNSAFE, escapeUnits);
}

/** Escapes the characters of a JSON text that are unsafe on a terminal. The JSON value stays the same. */
export function escapeJson(json: string): string {
  return json.replaceAll(UNSAFE_IN_JSON, escapeUnits);
}

/** Escapes text for an element or attribute of XML. Characters that are unsafe or not allowed become visible escapes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(UNSAFE_IN_JSON, escapeUnits)
    .replaceAll(NOT_IN_XML, escapeUnits)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}

function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
