import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReferenceServer } from '../../src/alterations/index.ts';
import type { SuiteReport } from '../../src/conformance/report/model.ts';
import { PROFILE, stubTokens } from './reference-run.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

const workspace = makeWorkspace();
let server: Awaited<ReturnType<typeof startReferenceServer>>;

beforeAll(async () => {
  server = await startReferenceServer({ faults: true, breakages: ['skills.toggle.flips/never-on'] });
});
afterAll(() => server.close());
beforeEach(stubTokens);

function check(...args: readonly string[]) {
  return runInProcess(['check', server.url, '--profile', PROFILE, ...args]);
}

describe('check --explore', () => {
  it('prints the shortest steps that show a violation, which --replay repeats', async () => {
    const file = workspace.path('explored.json');
    const limits = ['--explore', '60s', '--seed', '5', '--max-turns', '10', '--only', 'skills.toggle'];
    const { code, stdout, stderr } = await check(...limits, '--reporter', `pretty,json=${file}`);
    expect(code).toBe(1);
    expect(stdout).toContain('explored with --seed 5: ');
    expect(stdout).toMatch(/Shortest sequence: skills\.toggle\.flips, in 3 steps, shown 3 of 3 times/);
    expect(stderr).toMatch(
      /shortening the sequence that violates skills\.toggle\.flips: \d+ steps, at most \d more turns/,
    );
    const { exploration }: SuiteReport = JSON.parse(readFileSync(file, 'utf8'));
    expect(exploration?.found).toHaveLength(1);

    const replayed = await check('--replay', file, '--repeat', '2');
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toContain('in 2 of 2 rounds');
  });

  it.each([
    [['--explore', 'soon'], /--explore cannot be "soon"; write seconds, or a time such as 30m/],
    [
      ['--explore', '1m', '--repeat', '2'],
      /--repeat cannot be used with --explore, which takes random steps/,
    ],
    [['--seed', '1'], /--seed works only with --explore; give --explore TIME too/],
    [
      ['--replay', PROFILE],
      /reference.yaml is not JSON; name a report of check --explore with --reporter json/,
    ],
    [['--explore', '1m', '--only', 'dances'], /no check and no requirement begins with dances/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await check(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
