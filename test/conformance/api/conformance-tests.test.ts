import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../../scripts/test/environment.ts';
import { type ReferenceServer, startReferenceServer } from '../../../src/alterations/index.ts';
import { basicProfile, conformanceTests, planRun } from '../../../src/conformance/index.ts';

const ONLY = ['chats.get', 'lists.page', 'skills.create.scope'];
const servers: ReferenceServer[] = [];

/** Starts a server and lists the tests of a few checks against it. */
async function listTests() {
  const server = await startReferenceServer({ log: 'none' });
  servers.push(server);
  const profile = basicProfile(server.url, 'harbor-main');
  return conformanceTests({ profile, plan: planRun(profile, { only: ONLY }) });
}

afterAll(() => Promise.all(servers.map((server) => server.close())));

describe('the vitest tests of a sound server', async () => {
  for (const { name, skip, timeout, run } of await listTests()) {
    it(name, { timeout }, async (context) => {
      if (skip !== undefined) context.skip(skip);
      const { skipped } = await run();
      if (skipped !== undefined) context.skip(skipped);
    });
  }
});

describe('conformanceTests', () => {
  let tests: Awaited<ReturnType<typeof listTests>>;
  beforeAll(async () => {
    tests = await listTests();
  });

  it('names the requirements of each check and sets a timeout that covers its waits', () => {
    const runnable = tests.filter(({ skip }) => skip === undefined);
    expect(runnable).not.toEqual([]);
    for (const { requirements, timeout } of runnable) {
      expect(requirements).not.toEqual([]);
      expect(timeout).toBeGreaterThan(60_000);
    }
  });

  it('returns only the selected tests', () => {
    for (const { requirements } of tests)
      expect(requirements.some((id) => ONLY.some((only) => id.startsWith(only)))).toBe(true);
  });

  it('gives the reason for each skipped check and does not run it', async () => {
    const skipped = tests.filter(({ skip }) => skip !== undefined);
    const scope = skipped.find(({ requirements }) => requirements.includes('skills.create.scope'));
    expect(scope?.skip).toMatch(/the profile has no credential:no_scope:skills:write/);
    expect(await scope?.run()).toEqual({ skipped: scope?.skip });
  });
});

it('a server that breaks a requirement fails the test with the requirement and the evidence', async () => {
  const server = await startReferenceServer({ breakages: ['lists.page.starts-at-one'], log: 'none' });
  servers.push(server);
  const profile = basicProfile(server.url, 'harbor-main');
  const tests = conformanceTests({
    profile,
    plan: planRun(profile, { only: ['lists.page.starts-at-one'] }),
  }).filter(({ skip }) => skip === undefined);
  expect(tests).not.toEqual([]);
  const errors = await Promise.all(
    tests.map(({ run }) =>
      run().then(
        () => undefined,
        (error) => error,
      ),
    ),
  );
  expect(errors.filter(Boolean)).not.toEqual([]);
  for (const error of errors.filter(Boolean)) {
    expect(error).toMatchObject({ name: 'ConformanceError', code: 'nonconformant' });
    expect(error.requirements).toContain('lists.page.starts-at-one');
    // Test runners print each enumerable member of an error.
    const lines = inspect(error).split('\n').length;
    expect(lines - error.stack.split('\n').length).toBeLessThan(10);
    expect(error.report.requirements.length).toBeGreaterThan(100);
    expect(error.message).toMatch(/lists\.page\.starts-at-one: .*\n- http.*\n {2}expected: .*\n {2}actual: /);
  }
});

it('node:test runs the checks as tests, with their skip reasons', async () => {
  const server = await startReferenceServer({ log: 'none' });
  servers.push(server);
  const runner = spawn(
    process.execPath,
    ['--test', '--test-reporter=tap', 'test/conformance/api/node-runner.ts'],
    { cwd: repositoryRoot, env: { ...testEnvironment(), TARGET: server.url, ONLY: ONLY.join(',') } },
  );
  const said = await text(runner.stdout);
  expect(said).toMatch(/^ *ok \d+ - chats\.get/m);
  expect(said).toMatch(/# SKIP the profile has no/);
  expect(said).toMatch(/^# fail 0$/m);
});
