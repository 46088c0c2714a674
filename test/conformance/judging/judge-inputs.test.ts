import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { findInputs } from '../../../src/conformance/judging/find-inputs.ts';
import { makeWorkspace, readRecording, recording } from '../../cli/workspace.ts';
import { outcomesOf } from './outcomes-of.ts';

const files = makeWorkspace();

async function judgeAll(names: readonly string[], jobs: number, onProgress?: (bytes: number) => void) {
  const stdin = Readable.from([readRecording('valid/plain.sse')]);
  const { inputs, problems } = await findInputs(names, () => stdin);
  expect(problems).toEqual([]);
  return { inputs, outcomes: await outcomesOf(inputs, { jobs, onProgress }) };
}

describe('judging several inputs', () => {
  const globs = [recording('valid/*.sse'), recording('broken/*.sse')];

  it('gives the same judgements in the same order with any number of threads', async () => {
    const one = await judgeAll(globs, 1);
    expect(one.outcomes).toHaveLength(48);
    for (const jobs of [2, 3]) expect((await judgeAll(globs, jobs)).outcomes).toEqual(one.outcomes);
  });

  it('returns the verdicts in the order of the inputs', async () => {
    const { outcomes } = await judgeAll(globs, 2);
    const violated = outcomes.map(
      (outcome) =>
        'judgement' in outcome && [...outcome.judgement.rows.values()].some((row) => row.violations > 0),
    );
    expect(violated).toEqual([...Array(16).fill(false), ...Array(32).fill(true)]);
  });

  it('judges standard input together with files', async () => {
    const { inputs, outcomes } = await judgeAll(
      [recording('broken/start-missing.sse'), '-', recording('valid/plan.sse')],
      2,
    );
    expect(inputs.map(({ source }) => source.name.replace(/.*\//, ''))).toEqual([
      'start-missing.sse',
      '-',
      'plan.sse',
    ]);
    const alone = await judgeAll([recording('valid/plain.sse')], 1);
    expect(outcomes[1]).toEqual(alone.outcomes[0]);
  });

  it.each([1, 2])(
    'tells of an input that turns out unusable, and judges the others, with %i jobs',
    async (jobs) => {
      const har = files.write('bad.har', '{"log":{}}');
      const { outcomes } = await judgeAll(
        [recording('valid/plain.sse'), har, recording('valid/plan.sse')],
        jobs,
      );
      expect(outcomes).toEqual([
        { judgement: expect.anything() },
        { problem: `cannot judge ${har}: /log/entries of the archive is not a list` },
        { judgement: expect.anything() },
      ]);
    },
  );

  it.each([1, 2])('reports progress up to the size of all inputs, with %i jobs', async (jobs) => {
    const told: number[] = [];
    const { inputs } = await judgeAll(globs, jobs, (bytes) => told.push(bytes));
    const total = inputs.reduce((sum, { source }) => sum + (source.size ?? 0), 0);
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(Math.max(...told)).toBeLessThanOrEqual(total);
    if (jobs === 1) expect(told.at(-1)).toBe(total);
  });
});
