import { afterAll, beforeAll } from 'vitest';
import type { InnerOptions } from '../../../src/reference/inner-options.ts';
import type { ReferenceServer } from '../../../src/reference/options.ts';
import { assemble } from '../../../src/reference/start.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';
import { TestClient } from './client.ts';

export interface TestServer {
  readonly url: string;
  readonly clock: VirtualClock;
  /** Calls as a credential of the default seed; without one, as nobody. */
  as(credential?: string): TestClient;
}

/** A server for the tests of one file: its clock stands still until it is wound, and faults are at hand. */
export function useServer(options: InnerOptions = {}): TestServer {
  const clock = createVirtualClock();
  let server: ReferenceServer | undefined;
  beforeAll(async () => {
    server = await assemble({ clock, faults: true, ...options });
  });
  afterAll(() => server?.close());
  return {
    clock,
    get url() {
      if (!server) throw new Error('the server runs only during tests');
      return server.url;
    },
    as(credential) {
      return new TestClient(this.url, credential === undefined ? undefined : tokenOf(credential));
    },
  };
}

/** The default seed's tokens are readable: each is its credential's name after the company's. */
function tokenOf(credential: string): string {
  return `harbor-${credential}`;
}
