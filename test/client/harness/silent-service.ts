import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { createClientIn } from '../../../src/client/client.ts';
import type { Client } from '../../../src/client/index.ts';
import { listen } from '../../listen.ts';
import { TOKEN } from './service.ts';
import { runtimeOf } from './settle.ts';

/** One request that a service on this machine has received. The service sends nothing by itself. */
export interface Held {
  readonly response: ServerResponse;
  /** Resolves when the client has closed the connection. */
  readonly closed: Promise<unknown>;
}

export interface SilentService extends AsyncDisposable {
  /** Reaches the service over a real connection. Its clock stands still. */
  readonly client: Client;
  readonly clock: VirtualClock;
  /** The next request. */
  held(): Promise<Held>;
  /** How many requests have arrived. */
  readonly arrived: number;
}

/** Starts a service that holds every request until the test writes an answer. */
export async function startSilentService(): Promise<SilentService> {
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    request.resume();
    const closed = once(response, 'close');
    server.emit('held', { response, closed });
  });
  const { url: baseUrl, close } = await listen(server);
  const clock = new VirtualClock();
  return {
    client: createClientIn(runtimeOf(clock), { baseUrl, token: TOKEN }),
    clock,
    get arrived() {
      return arrived;
    },
    async held() {
      const [held] = await once(server, 'held');
      return held as Held;
    },
    [Symbol.asyncDispose]: close,
  };
}
