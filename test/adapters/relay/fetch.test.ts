import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchRelay, type RelaySettings } from '../../../src/adapters/relay/fetch.ts';
import { startReferenceServer } from '../../../src/alterations/index.ts';
import { createClient } from '../../../src/client/index.ts';
import { createRelayClient, type RelayClientOptions } from '../../../src/client/relay.ts';
import type { Script } from '../../../src/rig/script/act.ts';
import { carryScript } from '../../../src/rig/script/render-script.ts';

const TOKEN = 'harbor-main';
const script = (...acts: Script) => ({ content: carryScript('Hello', acts) });

let server: Awaited<ReturnType<typeof startReferenceServer>>;

beforeAll(async () => {
  server = await startReferenceServer({ timeScale: 20, log: 'none' });
});
afterAll(() => server?.close());

/** A page whose requests are handled by a relay with these settings. */
function open(settings: Partial<RelaySettings> = {}, options: Partial<RelayClientOptions> = {}) {
  const handle = fetchRelay({
    client: createClient({ baseUrl: server.url, token: TOKEN }),
    mayUse: () => true,
    ...settings,
  });
  return createRelayClient({
    url: 'https://site.test/any/path?of=mine',
    fetch: (url, init) => handle(new Request(url, init)),
    ...options,
  });
}

describe('a page and its relay', () => {
  it('stream a turn', async () => {
    const turn = open().stream(crypto.randomUUID(), script({ say: 'We open at ten.' }));
    expect(await turn.text()).toBe('We open at ten.');
  });
});
