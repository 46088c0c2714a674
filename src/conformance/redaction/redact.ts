import { type Found, type Range, SecretSearch } from './secret-search.ts';

/** Replaces each character of a secret. Masked text keeps its length, so that offsets remain valid. */
const MASK = '*';
const MASK_BYTE = MASK.charCodeAt(0);

/**
 * Characters of the shortest secret that is searched for. Shorter ones would match ordinary words, and are masked in headers
 * only.
 */
const SHORTEST = 4;

/** At the end of a cut text, a beginning of a secret is masked from this length on, in bytes. */
const SHORTEST_REST = 4;

/** Marks the end of a cut text. */
const CUT = Buffer.from('…');

/** What follows some bytes: more of them, nothing, or bytes that are lost. */
export type Ending = 'more' | 'whole' | 'cut';

/**
 * Masks secrets that are known by value: in plain text, and in JSON, percent-encoding, base64 and hexadecimal digits.
 *
 * All output of a run is masked once, before it is cut or formatted.
 */
export class Redactor {
  readonly #search = new SecretSearch();
  readonly #shortest: number;

  /** @param shortest length of the shortest secret that is masked, in characters */
  constructor(secrets: Iterable<string> = [], shortest = SHORTEST) {
    this.#shortest = shortest;
    for (const secret of secrets) this.add(secret);
  }

  /** Adds a secret that is masked from now on. */
  add(secret: string): void {
    if (secret.length >= this.#shortest) this.#search.add(secret);
  }

  /** Masks a text. The beginning of a secret before an ellipsis is masked too. */
  text(text: string): string {
    const bytes = Buffer.from(text);
    const ranges = [...this.#search.find(bytes, false).ranges];
    // No header can carry an ellipsis, so no secret stands across one, and each part is searched once.
    let start = 0;
    for (let end = bytes.indexOf(CUT); end >= 0; end = bytes.indexOf(CUT, start)) {
      const { rests } = this.#search.find(bytes.subarray(start, end), true);
      for (const [from] of cutRanges(rests, end - start)) ranges.push([start + from, end]);
      start = end + CUT.length;
    }
    return ranges.length === 0 ? text : maskUnits(text, ranges, bytes.length);
  }

  /**
   * Masks a body in pieces, even across their boundaries.
   *
   * @param isCut whether only the beginning of the body was kept, so that its end may be the beginning of a secret
   */
  pieces(pieces: readonly Uint8Array[], isCut = false): Uint8Array[] {
    const whole = Buffer.concat(pieces);
    this.bytes(whole, isCut ? 'cut' : 'whole');
    let at = 0;
    return pieces.map(({ length }) => {
      at += length;
      return whole.subarray(at - length, at);
    });
  }

  /**
   * Masks bytes in place.
   *
   * @param ending before more bytes, only secrets are masked that are complete whatever follows. Before lost ones, the beginning of a
   *   secret at the end is masked too
   * @param masked the array that is changed, if it is not `bytes`
   * @returns a place from which on the bytes are to be searched again, together with those that follow; what is before it is masked
   */
  bytes(bytes: Uint8Array, ending: Ending, masked = bytes): number {
    const open = ending === 'whole' ? undefined : this.#search.find(bytes, true);
    const ranges =
      ending === 'more' ? [...(open?.ranges ?? [])] : [...this.#search.find(bytes, false).ranges];
    if (ending === 'cut' && open) ranges.push(...cutRanges(open.rests, bytes.length));
    for (const [from, to] of ranges) masked.fill(MASK_BYTE, from, to);
    return open?.resumeAt ?? bytes.length;
  }

  /** Masks every string in a JSON value, except the names of members. */
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

/** A mask of the same length as a text. */
export function maskAll(text: string): string {
  return MASK.repeat(text.length);
}

/** Masks the characters of a text whose UTF-8 bytes are in the ranges. */
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
