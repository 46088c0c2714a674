import { createServer, type Socket } from 'node:net';
import { listen } from '../../listen.ts';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** The raw head as received, in one piece. */
  readonly head: string;
}

export interface RawTarget {
  readonly url: string;
  /** All received requests, in order. */
  readonly requests: readonly RawRequest[];
  close(): Promise<void>;
}

/** A server that answers each request with bytes that the test writes to the socket. */
export async function openRawTarget(
  answer: (socket: Socket, request: RawRequest) => void,
): Promise<RawTarget> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let request = takeRequest(text); request; request = takeRequest(text)) {
        text = text.slice(request.length);
        requests.push(request);
        answer(socket, request);
      }
    });
  });
  const { url, close } = await listen(server);
  return {
    url,
    requests,
    close() {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

function takeRequest(text: string): (RawRequest & { readonly length: number }) | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = end + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const [method = '', path = ''] = head.split(' ', 2);
  return text.length < length ? undefined : { method, path, head, length };
}

/** Writes a piece repeatedly until the other side closes the connection. */
export function flood(socket: Socket, piece: Uint8Array | string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Sends an HTTP/1.1 response with its length. */
export function respond(
  socket: Socket,
  status: number,
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`);
  socket.write(bytes);
}

/** The head of a stream that ends when its connection closes. */
export const STREAM_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n';
