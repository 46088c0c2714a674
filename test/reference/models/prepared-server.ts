import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from '../../listen.ts';

export interface PreparedRequest {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface PreparedServer {
  readonly url: string;
  /** All requests so far. */
  readonly requests: PreparedRequest[];
}

/** Writes one response. It may leave the response open or break it off. */
export type Answer = (response: ServerResponse, request: PreparedRequest) => void | Promise<void>;

/** Starts a provider on this machine that writes prepared bytes until the test ends. */
export async function startPreparedServer(answer: Answer): Promise<PreparedServer> {
  const requests: PreparedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const prepared = {
      url: request.url ?? '',
      headers: request.headers,
      body: body === '' ? {} : JSON.parse(body),
    };
    requests.push(prepared);
    await answer(response, prepared);
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  return { url: `${url}/v1`, requests };
}

/** Starts an event stream. */
export function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** Responds with a complete stream of these events. */
export function streamOf(...events: readonly unknown[]): Answer {
  return (response) => {
    openStream(response);
    response.end(events.map(writeEvent).join(''));
  };
}

/** An event whose data is a value as JSON, or a text unchanged. */
export function writeEvent(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** A chunk of a reply. */
export function chunk(delta: object, finish: string | null = null): object {
  return { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
}
