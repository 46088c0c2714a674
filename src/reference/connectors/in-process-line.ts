import { InMemoryTransport } from '@modelcontextprotocol/client';
import { createInProcessServer } from './in-process.ts';
import type { Line } from './line.ts';

/** Our own server, which needs nothing outside. Each session has one of its own. */
export async function openInProcessLine(): Promise<Line> {
  const [transport, serverSide] = InMemoryTransport.createLinkedPair();
  await createInProcessServer().connect(serverSide);
  return { transport, negotiates: false, leave: () => Promise.resolve(), lastWords: () => '' };
}
