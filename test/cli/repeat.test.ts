import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SuiteReport } from '../../src/conformance/report/model.ts';
import { assemble } from '../../src/reference/start.ts';
import { rarely } from '../conformance/run/rarely.ts';
import { PROFILE, stubTokens } from './reference-run.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

/** A check that opens one stream per round. */
const CHECK = 'stream.response.event-stream';
const REQUIREMENT = 'stream.terminal.exactly-one';
const workspace = makeWorkspace();
let server: Awaited<ReturnType<typeof assemble>>;

beforeAll(async () => {
  server = await assemble({ faults: true, decorators: [rarely(`${REQUIREMENT}/none`, 4)] });
});
afterAll(() => server.close());
beforeEach(stubTokens);

function check(...args: readonly string[]) {
  return runInProcess(['check', server.url, '--profile', PROFILE, '--only', CHECK, ...args]);
}

async function report(name: string, ...args: readonly string[]): Promise<SuiteReport> {
  await check(...args, '--reporter', `json=${workspace.path(name)}`);
  return JSON.parse(readFileSync(workspace.path(name), 'utf8'));
}

function rowOf({ requirements }: SuiteReport) {
  return requirements.find(({ id }) => id === REQUIREMENT);
}

describe('check --repeat', () => {
  it('reports in how many rounds a requirement was violated, and what that means', async () => {
    const { code, stdout } = await check('--repeat', '8');
    expect(code).toBe(1);
    expect(stdout).toContain('in 2 of 8 rounds: between 3.1 % and 66 % of all, at 95 % confidence');
    expect(stdout).toMatch(
      /8 rounds: \d+ requirements were met in each of them, so each is violated in less than 32 %/,
    );
  });

  it('runs only the rounds missing from an earlier report, and counts both', async () => {
    const first = await report('first.json', '--repeat', '3');
    expect(first.repeated).toMatchObject({ done: 3, planned: 3 });
    const both = await report('both.json', '--repeat', '8', '--resume', workspace.path('first.json'));
    expect(both.repeated).toMatchObject({ done: 8, planned: 8 });
    expect(both.repeated?.runs).toHaveLength(2);
    expect(both.summary.exchanges).toBeGreaterThan(first.summary.exchanges * 2);
    expect(both.summary.exchanges).toBeLessThan(first.summary.exchanges * 3);
    expect(rowOf(both)?.rounds).toEqual({ seen: 8, violated: 2 });
  });

  it('can be merged across machines', async () => {
    await report('one.json', '--repeat', '3');
    await report('other.json', '--repeat', '5');
    const names = ['one.json', 'other.json'].map(workspace.path);
    const merged = await runInProcess(['merge', ...names, '--reporter', 'json']);
    expect(rowOf(JSON.parse(merged.stdout))?.rounds).toEqual({ seen: 8, violated: 2 });
    const { repeated, figures, summary } = JSON.parse(merged.stdout) as SuiteReport;
    expect(repeated).toMatchObject({ done: 8, planned: 8 });
    expect(figures?.reduce((sum, { requests }) => sum + requests, 0)).toBe(summary.exchanges);
    expect(figures?.find(({ operation }) => operation === 'streamMessage')?.firstEvents?.count).toBe(8);
    const twice = await runInProcess(['merge', ...names, names[0] ?? '']);
    expect(twice).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/one\.json and .*one\.json have the rounds of the same run/),
    });
  });

  it('ends before a round that would exceed the limit of turns', async () => {
    const { code, stdout } = await check('--repeat', '9', '--max-turns', '2', '--concurrency', '1');
    expect(code).toBe(3);
    expect(stdout).toContain(
      'incomplete: 2 of 9 rounds: the run has sent its 2 turns; --max-turns raises the limit',
    );
  });

  it('prints the cost of all rounds with --plan', async () => {
    const { stdout } = await check('--repeat', '100', '--plan');
    expect(stdout).toContain('in 100 rounds: about 100 turns');
  });

  it.each([
    [['--repeat', '2', '--shard', '1/2'], /--shard and --repeat cannot be combined/],
    [['--resume', 'first.json'], /--resume continues a run of --repeat; give --repeat N/],
    [['--repeat', '0'], /--repeat cannot be "0"; it must be a whole number from 1/],
    [['--repeat', '9', '--resume', 'none.json'], /--resume none.json cannot be read: there is no such file/],
  ])('refuses %j', async (args, message) => {
    const ran = await check(...args);
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('cannot be merged with a run of another target or of other checks', async () => {
    await report('own.json', '--repeat', '1');
    const own = JSON.parse(readFileSync(workspace.path('own.json'), 'utf8'));
    const repeated = { ...own.repeated, runs: ['another'] };
    for (const [other, reason] of [
      [{ ...own, repeated, target: 'http://a' }, /the target http:\/\/a/],
      [{ ...own, repeated, checks: [] }, /other checks/],
    ] as const) {
      const ran = await runInProcess([
        'merge',
        workspace.path('own.json'),
        workspace.write('other.json', JSON.stringify(other)),
      ]);
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
    }
  });

  it.each([
    ['more rounds than planned', (own: SuiteReport) => ({ ...own, repeated: { ...own.repeated, done: 9 } })],
    [
      'places that are none',
      (own: SuiteReport) => ({
        ...own,
        requirements: own.requirements.map((row) => ({ ...row, places: null })),
      }),
    ],
  ])('refuses to resume a report with %s', async (_, change) => {
    const own = await report('whole.json', '--repeat', '1');
    const file = workspace.write('changed.json', JSON.stringify(change(own)));
    expect(await check('--repeat', '9', '--resume', file)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is not a report/),
    });
  });

  it('refuses to resume a run of other checks, another target or a single round', async () => {
    const resume = async (...args: readonly string[]) =>
      (await check('--repeat', '9', '--resume', ...args)).stderr;
    await report('done.json', '--repeat', '1');
    expect(await resume(workspace.path('done.json'), '--only', 'chats.get')).toMatch(/has other checks/);
    const elsewhere = {
      ...JSON.parse(readFileSync(workspace.path('done.json'), 'utf8')),
      target: 'http://a',
    };
    expect(await resume(workspace.write('elsewhere.json', JSON.stringify(elsewhere)))).toMatch(/is not one/);
    const older = { ...JSON.parse(readFileSync(workspace.path('done.json'), 'utf8')), contract: '0.9.0' };
    expect(await resume(workspace.write('older.json', JSON.stringify(older)))).toMatch(
      /from another version/,
    );
    await report('single.json');
    expect(await resume(workspace.path('single.json'))).toMatch(/needs a report of check .* --repeat/);
  });
});
