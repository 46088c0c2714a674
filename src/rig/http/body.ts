import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from './request-error.ts';

/** Reads the body of a request, up to a limit in bytes. @throws RequestError when the body is longer */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = Number(request.headers['content-length'] ?? 0);
  if (size <= most) {
    size = 0;
    // By default, leaving the loop early destroys the request, and the response with it.
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      size += piece.length;
      if (size > most) break;
      pieces.push(piece);
    }
  }
  if (size <= most) return Buffer.concat(pieces);
  throw new RequestError(`the body is too large; the rig accepts at most ${most} bytes`, { status: 413 });
}

/** Sends a complete response with a JSON body. */
export function writeJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
