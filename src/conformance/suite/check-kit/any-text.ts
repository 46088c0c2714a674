/**
 * What a service could lose of a text on the way: case, two spaces, other alphabets, a letter in two code points, a character in two UTF-16
 * units, and what has a meaning in HTML, JSON or a template. Whether a service keeps white space at the ends of a name is open.
 */
export const ANY_TEXT = 'Größe, Éclair, cafe\u0301,  日本 🚢 <b>ONE</b> &amp; "two" \\n 100%25 {three}';

/** The same with line ends and invisible characters, for texts that are repeated as they were sent. */
export const ANY_LINES = `${ANY_TEXT}\r\n\ta\u200db, c\u2028d.\n`;
