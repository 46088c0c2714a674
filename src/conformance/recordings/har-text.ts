import { excerpt } from '../judge/excerpt.ts';
import { decodeBase64Pieces, NoBase64Error } from './base64.ts';
import { DamagedTextError, type KeptText } from './json/kept-text.ts';
import { type ClaimedSizes, TextClaims, undoMisreading } from './text-claims.ts';
import { unpackBody } from './unpack-body.ts';

/** The text of a body in an archive, and what the archive says about it. */
export interface HarText {
  readonly text: KeptText;
  readonly encoding: unknown;
  readonly isBinary: boolean;
  readonly sizes: ClaimedSizes;
  /** The Content-Encoding of the message. */
  readonly packing: string | undefined;
  /** Largest body that is unpacked, in bytes. */
  readonly most: number;
}

/**
 * Finds the bytes of a body, unless the archive itself denies that its text is the whole body.
 *
 * @returns a function that reads the bytes, each time anew; or what is wrong with the body, such as `is cut`
 */
export function readHarText({
  text,
  encoding,
  isBinary,
  sizes,
  packing,
  most,
}: HarText): (() => Iterable<Uint8Array>) | string {
  if (isBinary) return 'is encoded in a way of the tool that wrote the archive';
  const isPlain = typeof encoding !== 'string' || encoding === '';
  if (!isPlain && encoding.toLowerCase() !== 'base64') return `has the unknown encoding ${excerpt(encoding)}`;
  const decode = () => (isPlain ? text.pieces() : decodeBase64Pieces(text.pieces()));
  const unpacked = isPlain || packing === undefined ? undefined : unpack(decode(), packing, most);
  if (typeof unpacked === 'string') return `is ${unpacked}`;
  // Read twice, since nothing of a damaged body is judged: the first half of it may already be wrong.
  const pieces = () => (unpacked ? [unpacked] : decode());
  const claims = new TextClaims(sizes, isPlain);
  const problem = problemIn(pieces(), claims);
  if (problem !== undefined) return `is ${problem}`;
  return claims.isMisread ? () => map(pieces(), undoMisreading) : pieces;
}

/** The bytes that a tool kept as they were sent. @returns a text if they cannot be unpacked */
function unpack(pieces: Iterable<Uint8Array>, encoding: string, most: number): Uint8Array | string {
  try {
    return unpackBody(join(pieces), encoding, most);
  } catch (error) {
    return problemOf(error);
  }
}

/** What is wrong with pieces that cannot be decoded, or are not the body; undefined if nothing is. */
export function problemIn(pieces: Iterable<Uint8Array>, claims?: TextClaims): string | undefined {
  try {
    for (const piece of pieces) claims?.push(piece);
    claims?.end();
    return claims?.problem;
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): string {
  if (error instanceof NoBase64Error) return 'not base64';
  if (error instanceof DamagedTextError) return 'not a JSON string in UTF-8';
  throw error;
}

export function* map<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To> {
  for (const item of items) yield change(item);
}

export function join(pieces: Iterable<Uint8Array>): Buffer {
  return Buffer.concat([...pieces]);
}
