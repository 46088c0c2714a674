/**
 * What a terminal may take for a command, or a reader for other text than there is: C0 and C1 controls, bidirectional
 * overrides, line separators, byte order marks, tag characters and lone surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff\u{e0000}-\u{e007f}]/gu;

/** The same, but for the line feeds between the lines of a JSON text. */
const UNSAFE_IN_JSON = /(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff\u{e0000}-\u{e007f}]/gu;

/** XML 1.0 has no way to write these, not even as a reference. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const LONGEST = 400;

/** Text from an input as one line for a person: what is unsafe shows as an escape, what is too long is cut. */
export function sanitize(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return cut.replaceAll(UNSAFE, escapeUnits);
}

/** JSON with everything that is unsafe on a terminal written as an escape. Its value stays the same. */
export function escapeJson(json: string): string {
  return json.replaceAll(UNSAFE_IN_JSON, escapeUnits);
}

/** Text for XML, in an attribute or an element: unsafe and impossible characters as visible escapes, markup escaped. */
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
