import { createServer, type Server } from 'node:http';
import type { Transport } from '../../../src/conformance/drive/wire.ts';

/** A server that closes each connection after its answer without announcing it, and notes what requests say about their connection. */
export function closingServer(): { readonly server: Server; readonly seen: readonly unknown[] } {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.connection);
    response.on('finish', () => request.socket.end()).end('{}');
  });
  return { server, seen };
}

/** Sends two requests, the second one when the connection of the first is closed. */
export async function sendTwice(transport: Transport, server: Server): Promise<void> {
  for (const path of ['/first', '/second']) {
    const isClosed = new Promise((resolve) =>
      server.once('connection', (socket) => socket.on('close', resolve)),
    );
    const { body } = await transport.send({ method: 'GET', path, headers: {} });
    for await (const _ of body);
    await isClosed;
  }
}
