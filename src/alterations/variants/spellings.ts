import { type PortChange, type Variant, variant } from '../alteration.ts';
import { rewriteFraming } from '../decorators/ports.ts';
import { isObject } from '../decorators/requests.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { inResponses, onJson } from '../decorators/wire.ts';

/** What JSON and English allow besides the sound server's spelling. */
export const spellingVariants: readonly Variant[] = [
  variant(
    'text=other-words',
    'Texts for people are in another language, and some are empty.',
    rewriteEverywhere((value, name) => {
      if (typeof value !== 'string') return value;
      if (name === 'message')
        return value.length % 2 === 0 ? '' : 'Algo pasó — inténtelo más tarde ¡por favor!';
      return name === 'label' ? 'étape' : value;
    }),
  ),
  variant(
    'json=other-order',
    'The members of every object come in reverse order.',
    rewriteEverywhere((value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
    ),
  ),
  variant(
    'json=ascii',
    'JSON has a space after each comma and colon, and escapes everything beyond ASCII.',
    respelling({
      separator: (character) => `${character} `,
      string: (text) => text.replaceAll(/[^ -~]/g, escaped),
    }),
  ),
  variant(
    'json=html-safe',
    'JSON escapes slashes, and the characters that have a meaning in HTML, and ends with a line feed.',
    respelling({
      string: (text) => text.replaceAll('/', '\\/').replaceAll(/[<>&'\u2028\u2029]/g, escaped),
      whole: (text) => `${text}\n`,
    }),
  ),
  variant(
    'json=spaced',
    'JSON has white space of all kinds around its commas and colons.',
    respelling({
      separator: (character) => `\t ${character}  `,
      whole: (text) => `\r\n ${text.replaceAll('\t ,', '\r\n\t,')} \n`,
    }),
  ),
  variant(
    'json=fractions',
    'Integers are written with a fraction of zero.',
    respelling({ integer: (digits) => `${digits}.0` }),
  ),
];

/** How to write the parts of a JSON text. Absent parts are written like the sound server writes them. */
interface Spelling {
  readonly separator?: (character: string) => string;
  /** Receives a string with its quotes. */
  readonly string?: (text: string) => string;
  readonly integer?: (digits: string) => string;
  /** Receives the whole text of a body. Not used for events, because their data is a single line. */
  readonly whole?: (text: string) => string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[,:]/gs;
/** The value of each data line, for any line endings. */
const DATA = /(?<=(?:^|[\r\n])data: ?)[^\r\n]+/g;

function respelling(spelling: Spelling): PortChange {
  const respell = (text: string) => text.replaceAll(TOKEN, (token) => spell(token, spelling));
  const framing = rewriteFraming(() => (event) => event.replaceAll(DATA, respell));
  const { wire } = inResponses((response) =>
    onJson(response, (text) => spelling.whole?.(respell(text)) ?? respell(text)),
  );
  return { port: 'wire', framing, ...(wire && { wire }) };
}

function spell(token: string, { separator, string, integer }: Spelling): string {
  if (token.startsWith('"')) return string?.(token) ?? token;
  if (token === ',' || token === ':') return separator?.(token) ?? token;
  return /^-?\d+$/.test(token) ? (integer?.(token) ?? token) : token;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
