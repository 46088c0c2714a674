import { type Found, type Range, SecretSearch } from './secret-search.ts';

/** Takes the place of each character of a secret: what is masked keeps its length, so that offsets hold. */
const MASK = '*';
const MASK_BYTE = MASK.charCodeAt(0);

/** A shorter secret would be found in every other word; it is masked only where it stands by its name. */
const SHORTEST = 4;

/** So much of the beginning of a secret is masked too where a text was cut. */
const SHORTEST_REST = 4;

/** Marks in texts where something was cut off. */
const CUT = '…';

/**
 * Masks secrets that are known by value: as they are, and as JSON, percent-encoding, base64 and hexadecimal digits write them.
 *
 * Whatever leaves a run is masked once, before it is cut or written in any form.
 */
export class Redactor {
  readonly #search = new SecretSearch();
  readonly #shortest: number;

  /** @param shortest characters that a secret has at least; what is shorter is left where it stands */
  constructor(secrets: Iterable<string> = [], shortest = SHORTEST) {
    this.#shortest = shortest;
    for (const secret of secrets) this.add(secret);
  }

  /** Masks this too from now on. */
  add(secret: string): void {
    if (secret.length >= this.#shortest) this.#search.add(secret);
  }

  /** Also masks the beginning of a secret that is followed by an ellipsis. */
  text(text: string): string {
    const bytes = Buffer.from(text);
    const ranges = [...this.#search.find(bytes).ranges];
    const ellipsis = Buffer.from(CUT);
    for (let end = bytes.indexOf(ellipsis); end >= 0; end = bytes.indexOf(ellipsis, end + 1)) {
      ranges.push(...cutRanges(this.#search.find(bytes.subarray(0, end)).rests, end));
    }
    return ranges.length === 0 ? text : maskUnits(text, ranges, bytes.length);
  }

  /**
   * Masks a body in the pieces in which it came, also across their borders.
   *
   * @param isCut whether only the beginning of the body was kept: its end may be the beginning of a secret
   */
  pieces(pieces: readonly Uint8Array[], isCut = false): Uint8Array[] {
    const whole = Buffer.concat(pieces);
    this.bytes(whole, isCut);
    let at = 0;
    return pieces.map(({ length }) => {
      at += length;
      return whole.subarray(at - length, at);
    });
  }

  /**
   * Masks bytes in place.
   *
   * @param masked what takes the mask, when it is not the bytes themselves
   * @returns where a secret may begin that goes on after the end; their length when none does
   */
  bytes(bytes: Uint8Array, isCut = false, masked = bytes): number {
    const { ranges, rests } = this.#search.find(bytes);
    const all = isCut ? [...ranges, ...cutRanges(rests, bytes.length)] : ranges;
    for (const [from, to] of all) masked.fill(MASK_BYTE, from, to);
    return Math.min(bytes.length, ...rests.map(({ from }) => from));
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

function cutRanges(rests: Found['rests'], end: number): Range[] {
  return rests.flatMap(({ from, length }) => (length >= SHORTEST_REST ? [[from, end] as const] : []));
}

/** A text of the same length that tells nothing else. */
export function maskAll(text: string): string {
  return MASK.repeat(text.length);
}

/** Masks the characters of a text whose bytes in UTF-8 are in the ranges. */
function maskUnits(text: string, ranges: readonly Range[], length: number): string {
  const covered = new Uint8Array(length);
  for (const [from, to] of ranges) covered.fill(1, from, to);
  let at = 0;
  let masked = '';
  for (const character of text) {
    masked += covered[at] ? MASK.repeat(character.length) : character;
    at += Buffer.byteLength(character);
  }
  return masked;
}
