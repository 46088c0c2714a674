import { expect, it, onTestFinished } from 'vitest';
import { Session } from '../../../src/reference/connectors/session.ts';
import { callOf, declare, inProcess, openConnectors } from './calling.ts';
import { serve } from './fetch-server.ts';
import { createLeavingServer } from './leaving-server.ts';
import { withSessions } from './with-sessions.ts';

it('fails with the abort reason when it is aborted before connecting, and leaves no unhandled rejection', async () => {
  const loose: unknown[] = [];
  const note = (error: unknown) => loose.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const session = new Session(inProcess, {
    environment: {},
    patience: 1000,
    onToolsChanged() {},
    onConnected() {},
  });
  onTestFinished(() => session.close());
  const reason = new Error('the turn was cut');

  await expect(session.connect(AbortSignal.abort(reason))).rejects.toBe(reason);
  await new Promise(setImmediate);

  expect(loose).toEqual([]);
});

it('is not used again after a call that left a question open', async () => {
  const leaving = Promise.withResolvers<void>();
  const { url, requests } = await serve(withSessions(() => createLeavingServer(leaving.promise)).handle);
  const connectors = openConnectors();
  const call = () =>
    connectors.call(
      declare({ kind: 'http', url }),
      callOf(
        'ask_and_leave',
        {},
        {
          elicit: () => {
            leaving.resolve();
            return new Promise(() => {});
          },
        },
      ),
    );
  await call();
  await call();
  const bodies = await Promise.all(requests.map((request) => request.clone().text()));
  expect(bodies.filter((body) => body.includes('"method":"initialize"'))).toHaveLength(2);
});
