import { afterAll, beforeAll } from 'vitest';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import type { InnerOptions } from '../../../src/reference/inner-options.ts';
import type { ReferenceServer } from '../../../src/reference/options.ts';
import { assemble } from '../../../src/reference/start.ts';
import { TestClient } from './client.ts';

export interface TestServer {
  readonly url: string;
  readonly clock: VirtualClock;
  /** A client with a credential of the default seed; without one, an unauthenticated client. */
  as(credential?: string): TestClient;
}

/** Starts a server for the tests of one file. Its clock moves only when a test advances it, and faults are available. */
export function useServer(options: InnerOptions = {}): TestServer {
  const clock = new VirtualClock();
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

/** In the default seed, each token is the name of the company followed by the name of the credential. */
function tokenOf(credential: string): string {
  return `harbor-${credential}`;
}
