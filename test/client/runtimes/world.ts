import { startReferenceServer } from '../../../src/alterations/index.ts';
import { startFaultyProxy } from './faulty-proxy.ts';

/** Half a minute is then a second and a half, which leaves a busy machine the time to answer an interaction. */
const TIME_SCALE = 20;

/** What the journeys need. Nothing in it has seen a journey before, and nothing leaves this machine. */
export interface World {
  readonly server: string;
  readonly proxy: string;
  close(): Promise<void>;
}

/** @param origin whose pages may call the server */
export async function startWorld(origin?: string): Promise<World> {
  const server = await startReferenceServer({
    timeScale: TIME_SCALE,
    ...(origin !== undefined && { cors: origin }),
  });
  const proxy = await startFaultyProxy(server.url);
  return {
    server: server.url,
    proxy: proxy.url,
    async close() {
      await proxy.close();
      await server.close();
    },
  };
}
