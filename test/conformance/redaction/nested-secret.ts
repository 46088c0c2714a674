import fc from 'fast-check';

/** A way to write a text that readers undo at once. */
export type Writing = (text: string) => string;

/** Secrets as they are in use. The signs in them are written differently by each writing. */
export const anyToken = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'abcXYZ019-._~+/='), minLength: 8, maxLength: 20 }),
    fc.constantFrom('', ' ', '"', 'ä', '💧', '+/'),
  )
  .map(([text, sign]) => `${text.slice(0, 4)}${sign}${text.slice(4)}`);

/** Whether each character is written as an escape, by its index modulo the length of the list. */
const chosen = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });

const inJson = chosen.map(
  (choice): Writing =>
    (text) =>
      [...text]
        .map((character, index) => {
          const isChosen = choice[index % choice.length] || '"\\'.includes(character);
          return isChosen ? escapeUnits(character) : character;
        })
        .join(''),
);

/** Both halves of a pair, since no encoder separates them. */
function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

const inPercent = chosen.map(
  (choice): Writing =>
    (text) =>
      [...text]
        .map((character, index) => {
          const isChosen = choice[index % choice.length] || !/[\w\\".~-]/.test(character);
          return isChosen ? escapeBytes(character) : character;
        })
        .join(''),
);

function escapeBytes(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

const oneWriting = fc.oneof(
  inJson,
  inPercent,
  fc.constantFrom<Writing>(
    (text) => JSON.stringify(text).slice(1, -1),
    encodeURIComponent,
    (text) => text.replaceAll('%', '%25'),
  ),
);

/** Writings within each other, the innermost first. */
export const nestedWriting = fc.array(oneWriting, { minLength: 1, maxLength: 4 }).map(
  (writings): Writing =>
    (text) =>
      writings.reduce((written, write) => write(written), text),
);

/** The other forms that are masked. They hold no escapes, but chunks cut them too. */
const inDigits = fc.oneof(
  fc.constantFrom<Writing>(
    (text) => Buffer.from(text).toString('hex'),
    (text) => Buffer.from(text).toString('hex').toUpperCase(),
  ),
  fc.tuple(fc.nat(2), fc.constantFrom('base64' as const, 'base64url' as const)).map(
    ([before, form]): Writing =>
      (text) =>
        Buffer.from(`${'_'.repeat(before)}${text}___`).toString(form),
  ),
);

/** Every form that is masked. */
export const anyWriting = fc.oneof(
  { weight: 3, arbitrary: nestedWriting },
  { weight: 1, arbitrary: inDigits },
  {
    weight: 1,
    arbitrary: fc.tuple(inDigits, nestedWriting).map(
      ([inner, outer]): Writing =>
        (text) =>
          outer(inner(text)),
    ),
  },
);

const READERS: readonly Writing[] = [
  (text) => text.replaceAll(/(?:\\+u[0-9a-f]{4})+/gi, (escapes) => codesOf(escapes)),
  (text) => text.replaceAll(/\\+(?=["/])/g, ''),
  (text) => text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => bytesOf(escapes)),
];

function codesOf(escapes: string): string {
  return escapes.replaceAll(/\\+u(.{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

function bytesOf(escapes: string): string {
  return Buffer.from(escapes.replaceAll('%', ''), 'hex').toString();
}

/** Whether a token can be read in a text, by undoing all escapes again and again. Knows nothing of the code under test. */
export function isReadable(token: string, text: string): boolean {
  for (let before = '', now = text; now !== before; ) {
    if (now.includes(token)) return true;
    before = now;
    now = READERS.reduce((read, reader) => reader(read), now);
  }
  return false;
}
