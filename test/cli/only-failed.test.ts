import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import type { SuiteReport } from '../../src/conformance/report/model.ts';
import { PROFILE, stubTokens } from './reference-run.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace, recording } from './workspace.ts';

/** The requirement that the server breaks at first. Some checks of the run cover it. */
const BROKEN = 'chats.create.empty';
const workspace = makeWorkspace();
let server: ReferenceServer;

const start = (port: number, breakages: readonly string[]) =>
  startReferenceServer({ port, log: 'none', faults: true, breakages });
const check = (...args: readonly string[]) =>
  runInProcess(['check', server.url, '--profile', PROFILE, '--fast', ...args]);
const readJson = (name: string): SuiteReport => JSON.parse(readFileSync(workspace.path(name), 'utf8'));
const ranIn = ({ checks }: SuiteReport) =>
  checks.flatMap(({ id, duration }) => (duration === undefined ? [] : [id]));

beforeEach(async () => {
  stubTokens();
  server = await start(0, [BROKEN]);
});
afterEach(() => server.close());

describe('check --only-failed', () => {
  it('reruns only the checks that failed in a report', async () => {
    const all = await check(
      '--only',
      'chats.get,chats.create',
      '--reporter',
      `json=${workspace.path('all.json')}`,
    );
    expect(all.code).toBe(1);
    const again = await check(
      '--only-failed',
      workspace.path('all.json'),
      '--reporter',
      `json=${workspace.path('again.json')}`,
    );
    expect(again.code).toBe(1);
    const failed = readJson('all.json')
      .checks.filter(({ status }) => status === 'violated')
      .map(({ id }) => id);
    expect(failed).not.toEqual([]);
    expect(ranIn(readJson('again.json'))).toEqual(expect.arrayContaining(failed));
    expect(ranIn(readJson('again.json')).length).toBeLessThan(ranIn(readJson('all.json')).length);
  });

  it('says what to do when a report has nothing to rerun', async () => {
    await check('--only', 'catalog', '--reporter', `json=${workspace.path('sound.json')}`);
    const stderr = async (...args: readonly string[]) => (await check('--only-failed', ...args)).stderr;
    expect(await stderr(workspace.path('sound.json'))).toContain('sound.json; leave --only-failed out');
    await runInProcess([
      'check',
      recording('valid/plain.sse'),
      '--reporter',
      `json=${workspace.path('file.json')}`,
    ]);
    expect(await stderr(workspace.path('file.json'))).toContain(
      '--only-failed needs a JSON report of check URL',
    );
  });
});

it('check --watch reruns the failed checks when the server restarts', async () => {
  const report = workspace.path('watched.json');
  const watching = check('--only', 'chats.get,chats.create', '--watch', '--reporter', `json=${report}`);
  await expect.poll(() => readOrNothing(report)?.verdict, { timeout: 60_000 }).toBe('nonconformant');
  const first = ranIn(readJson('watched.json'));
  const { port } = new URL(server.url);
  await server.close();
  server = await start(Number(port), []);
  await expect.poll(() => readOrNothing(report)?.verdict, { timeout: 60_000 }).toBe('conformant');
  expect(ranIn(readJson('watched.json')).length).toBeLessThan(first.length);
  process.emit('SIGINT');
  const { code, stderr } = await watching;
  expect(code).toBe(0);
  expect(stderr).toMatch(/waiting until http\S+ restarts, to run \d+ checks; Ctrl-C ends it/);
});

function readOrNothing(file: string): SuiteReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
