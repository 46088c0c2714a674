/**
 * A text with everything that a service might damage: case, double spaces, other alphabets, a letter made of two code points, a character
 * made of two UTF-16 units, and characters with a meaning in HTML, JSON or templates. The contract does not say whether a service keeps
 * white space at the ends of a name.
 */
export const ANY_TEXT = 'Größe, Éclair, cafe\u0301,  日本 🚢 <b>ONE</b> &amp; "two" \\n 100%25 {three}';

/** The same with line ends and invisible characters, for texts that the service must repeat unchanged. */
export const ANY_LINES = `${ANY_TEXT}\r\n\ta\u200db, c\u2028d.\n`;
