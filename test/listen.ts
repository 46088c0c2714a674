import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server on a free port of this machine. */
export interface Listening {
  readonly port: number;
  readonly url: string;
  /** Ends all connections, and resolves when the port is free. */
  close(): Promise<void>;
}

/** Lets a server listen. */
export async function listen(server: Server | HttpServer): Promise<Listening> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
