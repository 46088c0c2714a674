import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** Converts a Node request, whose body has been read, into a web-standard request. */
export function toWebRequest(request: IncomingMessage, body: Buffer, signal: AbortSignal): Request {
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // The handlers do not use the host of the URL, and a Host header may contain anything.
  const url = new URL(request.url ?? '/', 'http://rig.invalid');
  return new Request(url, {
    method,
    headers,
    signal,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
}

/** Streams a web-standard response to the client. @throws when the client goes away before the end */
export async function writeWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>), response);
}
