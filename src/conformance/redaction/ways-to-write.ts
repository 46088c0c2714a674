import { viewsOf } from './secret-views.ts';

/** A shorter piece of base64 would match ordinary words. */
const SHORTEST = 4;

/** Bytes of the shortest secret without its own escapes. Shorter ones would match ordinary words. */
const SHORTEST_UNDONE = 8;

/**
 * A secret in plain text, JSON, percent-encoding and base64. Other spellings, which escape different characters, are found by
 * undoing escapes (secret-views.ts).
 */
export function waysToWrite(secret: string): Uint8Array[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.toWellFormed());
  const texts = [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    percent,
    percent.replaceAll(/%../g, (code) => code.toLowerCase()),
    percent.replaceAll('%20', '+'),
    secret.replaceAll(' ', '+'),
    ...base64Forms(secret),
  ];
  return [...texts.map((text) => Buffer.from(text)), ...undoneForms(Buffer.from(secret))];
}

/** A secret as it appears in the views that undo its own escapes together with those of the text. */
function undoneForms(secret: Uint8Array): Uint8Array[] {
  return viewsOf(secret).flatMap(({ bytes }) => (bytes.length >= SHORTEST_UNDONE ? [bytes] : []));
}

/** Base16, in lower case. */
export function hexForm(secret: string): Uint8Array {
  return Buffer.from(Buffer.from(secret).toString('hex'));
}

/** Base64 of a secret inside a longer text. It depends on the number of bytes before the secret, modulo 3. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const standard = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const fromOthers = Math.ceil((before * 8) / 6);
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(fromOthers, whole);
  });
  const urlSafe = standard.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [...standard, ...urlSafe].filter(({ length }) => length >= SHORTEST);
}
