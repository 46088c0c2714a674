import { isSecretName } from './secret-names.ts';

const BEARER = /\bbearer\s+[^\s"\\,]+/gi;
/** What looks like a header with a compound name, such as `x-api-key: 1234`. A single word before a colon may be of a sentence. */
const HEADER = /(?<![\w-])([A-Za-z]\w*(?:-\w+)+)(\\?"?[:=][ \t]?\\?"?)([^\s"\\,;&]+)/g;

/** Masks the credentials in a line for people or a log, whose author did not mean to show any. */
export function maskLine(line: string, mask: string): string {
  return line
    .replaceAll(BEARER, `Bearer ${mask}`)
    .replaceAll(HEADER, (text, name: string, between: string) =>
      isSecretName(name) ? `${name}${between}${mask}` : text,
    );
}
