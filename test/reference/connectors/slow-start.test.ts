import { expect, it } from 'vitest';
import { createInProcessServer } from '../../../src/reference/connectors/in-process.ts';
import { callOf, declare, neverAborted, openConnectors } from './calling.ts';
import { serve } from './fetch-server.ts';
import { withSessions } from './with-sessions.ts';

/** A server that answers nothing before `release`. */
async function serveSlowly() {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { handle } = withSessions(createInProcessServer);
  const { url, requests } = await serve(async (request) => {
    ask();
    await released;
    return handle(request);
  });
  const handshakes = async () => {
    const bodies = await Promise.all(requests.map((request) => request.clone().text()));
    return bodies.filter((body) => body.includes('"method":"initialize"')).length;
  };
  return { url, asked, release, handshakes };
}

it('finishes in the background, and the next calls use the session', async () => {
  const { url, release, handshakes } = await serveSlowly();
  const connected = Promise.withResolvers<void>();
  const connectors = openConnectors({ onConnected: () => connected.resolve() });
  const connector = declare({ kind: 'http', url, startTimeout: 50 });

  await expect(connectors.tools(connector, neverAborted())).rejects.toThrow('did not answer in time');
  await expect(connectors.tools(connector, neverAborted())).rejects.toThrow('did not answer in time');
  release();
  await connected.promise;

  expect((await connectors.call(connector, callOf('find_tickets'))).text).toContain('4410');
  expect(await handshakes()).toBe(1);
});

it('goes on when the turn that waits for it is cancelled', async () => {
  const { url, asked, release, handshakes } = await serveSlowly();
  const connectors = openConnectors();
  const connector = declare({ kind: 'http', url });
  const turn = new AbortController();
  const cancelled = connectors.tools(connector, turn.signal);
  await asked;

  turn.abort(new Error('the turn was cancelled'));
  await expect(cancelled).rejects.toThrow('the turn was cancelled');
  release();

  await connectors.tools(connector, neverAborted());
  expect(await handshakes()).toBe(1);
});

it('that fails in the background is begun again by a later call', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { handle } = withSessions(createInProcessServer);
  let handshakes = 0;
  const { url } = await serve(async (request) => {
    handshakes += 1;
    if (handshakes > 1) return handle(request);
    await released;
    return new Response('not yet', { status: 500 });
  });
  const connected = Promise.withResolvers<void>();
  const connectors = openConnectors({ onConnected: () => connected.resolve() });
  const connector = declare({ kind: 'http', url, startTimeout: 50 });
  await expect(connectors.tools(connector, neverAborted())).rejects.toThrow('did not answer in time');
  release();

  // A call may still wait for the start that fails, and the next start may take longer than a call waits.
  for (let tries = 0; tries < 100 && handshakes < 2; tries += 1)
    await connectors.tools(connector, neverAborted()).catch(() => {});
  await connected.promise;
  expect((await connectors.call(connector, callOf('find_tickets'))).text).toContain('4410');
});

it('ends when the connectors close', async () => {
  const asked = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const { url } = await serve((request) => {
    request.signal.addEventListener('abort', () => aborted.resolve());
    asked.resolve();
    return new Promise<Response>(() => {});
  });
  const connectors = openConnectors();
  const connector = declare({ kind: 'http', url, startTimeout: 50 });
  await expect(connectors.tools(connector, neverAborted())).rejects.toThrow('did not answer in time');
  // On a busy machine the request may come later than that.
  await asked.promise;

  await connectors.close();
  await aborted.promise;
});
