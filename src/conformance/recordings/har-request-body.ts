import { isObject, type JsonObject } from '../judge/json.ts';
import { codingOf } from './content-coding.ts';
import { readNumber } from './har-body.ts';
import { join, readHarText } from './har-text.ts';
import { KeptText } from './json/kept-text.ts';

/** The body of a request in an HTTP Archive. */
export interface HarRequestBody {
  /** Absent if the request has none, or if the archive does not show it. */
  readonly body: Uint8Array | undefined;
  /** Why the archive does not show it. */
  readonly bodyLack: string | undefined;
}

interface RequestHead {
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Largest body, in bytes. */
  readonly most: number;
}

/** Reads the body of a request in the same way as the body of a response: what other members deny is not the body. */
export function readRequestBody(
  { postData, bodySize }: JsonObject,
  { headers, most }: RequestHead,
): HarRequestBody {
  const packing = headers?.['content-encoding'];
  const coding = codingOf(packing);
  // The size is that of the packed body, of which the text may be the unpacked one.
  const size = coding === 'identity' || coding === 'unknown' ? readNumber(bodySize) : undefined;
  const { text, encoding, _isBinary }: JsonObject = isObject(postData) ? postData : {};
  if (!(text instanceof KeptText))
    return size !== undefined && size > 0
      ? lacking('the archive does not have the body of its request')
      : { body: undefined, bodyLack: undefined };
  const isBinary = _isBinary === true;
  const pieces = readHarText({ text, encoding, isBinary, sizes: { size }, packing, most });
  if (typeof pieces === 'string') return lacking(`the body of its request ${pieces}`);
  if (isLarger(pieces(), most)) return lacking(`the body of its request is larger than ${most} bytes`);
  return { body: join(pieces()), bodyLack: undefined };
}

function lacking(bodyLack: string): HarRequestBody {
  return { body: undefined, bodyLack };
}

function isLarger(pieces: Iterable<Uint8Array>, most: number): boolean {
  let length = 0;
  for (const piece of pieces) {
    length += piece.length;
    if (length > most) return true;
  }
  return false;
}
