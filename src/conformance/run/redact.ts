/** Takes the place of each character of a secret: what is masked keeps its length, so that offsets hold. */
const MASK = '*';

/** A shorter secret would be found in every other word; it is masked only where it stands by its name. */
const SHORTEST = 4;

/** So much of the beginning of a secret is masked too where a text was cut. */
const SHORTEST_REST = 4;

/** Marks in texts where something was cut off. */
const CUT = '…';

/**
 * Masks secrets that are known by value: as they are, and as JSON, percent-encoding and base64 write them.
 *
 * Whatever leaves a run is masked once, before it is cut or written in any form.
 */
export class Redactor {
  /** The ways to write the secrets, in characters. */
  readonly #texts: readonly string[];
  /** The same, with one character for each byte of UTF-8. */
  readonly #bytes: readonly string[];

  constructor(secrets: Iterable<string>) {
    const texts = new Set<string>();
    for (const secret of secrets) {
      if (secret.length < SHORTEST) continue;
      for (const written of waysToWrite(secret)) texts.add(written);
    }
    this.#texts = [...texts];
    this.#bytes = this.#texts.map((text) => Buffer.from(text).toString('latin1'));
  }

  /** Also masks the beginning of a secret that is followed by an ellipsis. */
  text(text: string): string {
    const ends = [...text.matchAll(new RegExp(CUT, 'g'))].map(({ index }) => index);
    return mask(text, this.#texts, ends);
  }

  /**
   * Masks a body in the pieces in which it came, also across their borders.
   *
   * @param isCut whether only the beginning of the body was kept: its end may be the beginning of a secret
   */
  pieces(pieces: readonly Uint8Array[], isCut = false): Uint8Array[] {
    const whole = Buffer.concat(pieces).toString('latin1');
    const masked = Buffer.from(mask(whole, this.#bytes, isCut ? [whole.length] : []), 'latin1');
    let at = 0;
    return pieces.map(({ length }) => {
      at += length;
      return masked.subarray(at - length, at);
    });
  }

  /** Masks every text in a value that is JSON, the names of members aside. */
  json<Value>(value: Value): Value {
    return this.#json(value) as Value;
  }

  #json(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#json(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#json(member)]));
  }
}

/** A text of the same length that tells nothing else. */
export function maskAll(text: string): string {
  return MASK.repeat(text.length);
}

/** Masks what the patterns cover, overlaps included, and the beginnings of patterns that run into one of the ends. */
function mask(text: string, patterns: readonly string[], ends: readonly number[]): string {
  const covered: [from: number, to: number][] = [];
  for (const pattern of patterns) {
    for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
      covered.push([at, at + pattern.length]);
    }
    for (const end of ends) {
      const rest = restBefore(text, end, pattern);
      if (rest > 0) covered.push([end - rest, end]);
    }
  }
  if (covered.length === 0) return text;
  covered.sort(([a], [b]) => a - b);
  let masked = '';
  let done = 0;
  for (const [from, to] of covered) {
    if (from > done) {
      masked += text.slice(done, from);
      done = from;
    }
    if (to <= done) continue;
    masked += MASK.repeat(to - done);
    done = to;
  }
  return masked + text.slice(done);
}

/** How many characters before `end` are the beginning of the pattern; 0 when they are too few to matter. */
function restBefore(text: string, end: number, pattern: string): number {
  for (let length = Math.min(end, pattern.length - 1); length >= SHORTEST_REST; length -= 1) {
    if (text.startsWith(pattern.slice(0, length), end - length)) return length;
  }
  return 0;
}

function waysToWrite(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    percent,
    percent.replaceAll(/%../g, (code) => code.toLowerCase()),
    percent.replaceAll('%20', '+'),
    encodeURI(secret.toWellFormed()),
    ...base64Forms(secret),
  ];
}

/** Base64 of the secret within something longer: it depends on how many bytes stand before it. */
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
