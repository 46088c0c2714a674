import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttpServer, type HttpServerOptions } from '../../../src/reference/http/server.ts';

/** Starts a server until the test ends. By default it does not log, and it answers every operation with an empty object. */
export async function serve(options: Partial<HttpServerOptions> = {}): Promise<string> {
  const server = createHttpServer({ exchange: () => ({ status: 200, body: {} }), log: 'none', ...options });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return url;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Sends bytes on a new connection and reads until the server closes it. */
export function sendBytes(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connectTo(url);
  socket.write(bytes);
  return readToEnd(socket);
}

export async function readToEnd(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return parseAnswer(Buffer.concat(chunks).toString('latin1'));
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

/** Reads an event stream's body piece by piece. */
export function readPieces(response: Response): () => Promise<string | undefined> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  return async () => {
    const { value } = await reader.read();
    return value && decoder.decode(value, { stream: true });
  };
}

export function openStream(url: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/api/v1/chats/1/messages/stream`, {
    method: 'POST',
    body: '{}',
    signal: signal ?? null,
  });
}

/** Collects the lines of the log. */
export class LogLines {
  readonly lines: string[] = [];
  #waiting: (() => void)[] = [];

  write(text: string): void {
    this.lines.push(text);
    for (const look of this.#waiting.splice(0)) look();
  }

  get all(): Record<string, unknown>[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  /** Waits for the first line with a message. */
  async line(message: string): Promise<Record<string, unknown>> {
    for (;;) {
      const found = this.all.find(({ msg }) => msg === message);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}
