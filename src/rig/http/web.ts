import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** A request as web-standard code takes it, with its body read. */
export function toWebRequest(request: IncomingMessage, body: Buffer, signal: AbortSignal): Request {
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // Where the rig is reached does not matter to whoever answers, and a Host header may hold anything.
  const url = new URL(request.url ?? '/', 'http://rig.invalid');
  return new Request(url, {
    method,
    headers,
    signal,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
}

/** Sends an answer of web-standard code, piece by piece. @throws when the client goes away in the middle */
export async function writeWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>), response);
}
