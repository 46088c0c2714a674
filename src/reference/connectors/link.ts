import { setTimeout } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { BOUNDS } from './bounds.ts';
import type { Line } from './line.ts';

/** Time limit for announcing the end of a session to the server, in milliseconds of real time. */
const FAREWELL = 1_000;

/** A client of the SDK on a line to a connector. */
export class Link {
  readonly client: Client;
  readonly line: Line;

  constructor(client: Client, line: Line) {
    this.client = client;
    this.line = line;
  }

  /** @throws the signal's reason on abort; any error of the SDK */
  async connect(signal: AbortSignal): Promise<void> {
    const options = { signal, timeout: BOUNDS.start };
    await untilAborted(this.client.connect(this.line.transport, options), signal);
  }

  /** Never throws, since a server that does not respond has ended the session anyway. */
  async close(): Promise<void> {
    const { client, line } = this;
    await Promise.race([line.leave(), setTimeout(FAREWELL, undefined, { ref: false })]).catch(() => {});
    await client.close().catch(() => {});
    // The client closes its transport only if it has connected over it.
    await line.transport.close().catch(() => {});
  }
}

/** Waits for work or for the abort of the signal. @throws the signal's reason on abort; any error of the work */
export async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  // After an abort nobody awaits the work, so its rejection would be unhandled.
  work.catch(() => {});
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
