import { expect, it, onTestFinished } from 'vitest';
import { Session } from '../../../src/reference/connectors/session.ts';
import { inProcess } from './calling.ts';

it('fails with the abort reason when it is aborted before connecting, and leaves no unhandled rejection', async () => {
  const loose: unknown[] = [];
  const note = (error: unknown) => loose.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const session = new Session(inProcess, { environment: {}, patience: 1000, onToolsChanged() {} });
  onTestFinished(() => session.close());
  const reason = new Error('the turn was cut');

  await expect(session.connect(AbortSignal.abort(reason))).rejects.toBe(reason);
  await new Promise(setImmediate);

  expect(loose).toEqual([]);
});
