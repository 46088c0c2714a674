import type { PreparedRequest } from './facts.ts';

/** Maximum number of bytes read from a response. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The parts of a response that arrive before its body. */
export interface AnswerHead {
  readonly status: number;
  readonly contentType: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Receives a response while it arrives. */
export interface AnswerWatcher {
  onHead(head: AnswerHead): void;
  /** Milliseconds since the request was sent. */
  onChunk(bytes: Uint8Array, at: number): void;
}

/** One request with its response, in the format of recordings, so that it can be judged. */
export interface RecordedExchange {
  readonly recording: Uint8Array;
  readonly body: string;
}

/** The server sent no response that the page may read. */
class NoAnswerError extends Error {
  readonly code = 'no-answer';
}

/**
 * Sends a request and records the response. Redirects are refused, since they would send the token to another server.
 *
 * @throws NoAnswerError when there is no response, DOMException when the reader stops the request
 */
export async function exchange(
  { method, server, path, headers, body, timeScale }: PreparedRequest,
  watcher: AnswerWatcher,
  signal: AbortSignal,
): Promise<RecordedExchange> {
  const begun = performance.now();
  const now = () => Math.round(performance.now() - begun);
  const lines: object[] = [
    { recording: 1, timeScale },
    {
      exchange: 0,
      at: 0,
      request: { method, path, ...(body !== undefined && { body: base64(encode(body)) }) },
    },
  ];
  const response = await fetch(`${server}${path}`, {
    method,
    headers,
    signal,
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    ...(body !== undefined && { body }),
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new NoAnswerError(
      `no response from ${server} that this page may read. Start a server with \`npx --no conversation-api serve --cors ${location.origin}\`, or the portal beside a server with \`npm run portal\` in a clone`,
      { cause: error },
    );
  });
  lines.push({
    exchange: 0,
    at: now(),
    response: { status: response.status, headers: Object.fromEntries(response.headers) },
  });
  watcher.onHead({
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    headers: [...response.headers],
  });
  const pieces: Uint8Array[] = [];
  let size = 0;
  let end: 'server' | 'client' | 'error' = 'server';
  try {
    for await (const piece of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
      size += piece.length;
      lines.push({ exchange: 0, at: now(), chunk: base64(piece) });
      watcher.onChunk(piece, now());
      if (size > MOST_BYTES)
        throw new NoAnswerError('the response is larger than this page reads; the rest is left out');
    }
  } catch (error) {
    end = signal.aborted || error instanceof NoAnswerError ? 'client' : 'error';
  }
  lines.push({ exchange: 0, at: now(), end });
  return {
    recording: encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    body: await new Blob(pieces as Uint8Array<ArrayBuffer>[]).text(),
  };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
