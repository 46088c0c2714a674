import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** A port on which no server listens. */
export async function findPort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
