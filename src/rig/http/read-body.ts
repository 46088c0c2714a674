import type { IncomingMessage } from 'node:http';
import { RequestError } from './request-error.ts';

/** Reads a body. What is longer is not read to its end. @throws RequestError when it has more than so many bytes */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = Number(request.headers['content-length'] ?? 0);
  if (size <= most) {
    size = 0;
    // The request stays open when the loop is left, or the answer would be cut with it.
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      size += piece.length;
      if (size > most) break;
      pieces.push(piece);
    }
  }
  if (size <= most) return Buffer.concat(pieces);
  throw new RequestError(`the body is too large; the rig reads ${most} bytes of a request`, { status: 413 });
}
