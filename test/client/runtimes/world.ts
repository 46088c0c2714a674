import { startReferenceServer } from '../../../src/alterations/index.ts';
import { startFaultyProxy } from './faulty-proxy.ts';

/** At this scale, half a minute takes 7.5 seconds, long enough to answer an interaction on a busy machine. */
const TIME_SCALE = 4;

/** The servers that the journeys need, freshly started on this machine. */
export interface World {
  readonly server: string;
  readonly proxy: string;
  close(): Promise<void>;
}

/** @param origin origin of the pages that may call the server */
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
