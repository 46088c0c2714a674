import { describe, expect, it } from 'vitest';
import type { LiveReport, RequirementReport } from '../../../src/conformance/report/model.ts';
import { runRounds } from '../../../src/conformance/run/run-rounds.ts';

const summary = { events: 1, exchanges: 2, bytes: 3 } as LiveReport['summary'];

function rowOf(id: string, status: RequirementReport['status']): RequirementReport {
  const violations = status === 'failed' ? 1 : 0;
  return { id, status, level: 'must', text: 'x', section: '1', statements: [], violations, findings: [] };
}

/** The report of one round, with the statuses of two requirements. */
function reportOf(
  one: RequirementReport['status'],
  other: RequirementReport['status'],
  incomplete: readonly string[] = [],
): LiveReport {
  const requirements = [rowOf('a.b', one), rowOf('c.d', other)];
  const lists = { checks: [], evidence: [], leftovers: [] };
  return {
    target: 'http://a',
    verdict: 'conformant',
    summary,
    incomplete,
    requirements,
    timeScale: 1,
    ...lists,
  };
}

/** Runs rounds that give these reports. */
async function run(reports: readonly LiveReport[], planned = reports.length, options: object = {}) {
  const left = [...reports];
  const result = await runRounds({
    planned,
    concurrency: 1,
    judge: async () => left.shift() as LiveReport,
    whyStopped: () => undefined,
    ...options,
  });
  const rounds = result.requirements.map((row) => [row.status, row.rounds?.seen, row.rounds?.violated]);
  return { ...result, rounds };
}

describe('rounds', () => {
  it('count in how many rounds each requirement was judged, and in how many it was violated', async () => {
    const result = await run([
      reportOf('passed', 'not-exercised'),
      reportOf('failed', 'passed'),
      reportOf('passed', 'passed'),
    ]);
    expect(result.rounds).toEqual([
      ['failed', 3, 1],
      ['passed', 2, 0],
    ]);
    expect(result).toMatchObject({
      verdict: 'nonconformant',
      repeated: { done: 3, planned: 3 },
      summary: { exchanges: 6 },
    });
  });

  it('list each reason for an incomplete round once', async () => {
    const { incomplete, verdict } = await run([
      reportOf('passed', 'passed', ['the connection broke']),
      reportOf('passed', 'passed', ['the connection broke', 'x did not reach its end: y']),
    ]);
    expect(incomplete).toEqual(['the connection broke (in 2 rounds)', 'x did not reach its end: y']);
    expect(verdict).toBe('incomplete');
  });

  it('count only for their violations if they are cut short', async () => {
    let stopped: string | undefined;
    const reports = [
      reportOf('passed', 'passed'),
      reportOf('failed', 'passed', ['the run was stopped', 'x did not reach its end: the run was stopped']),
    ];
    const result = await run(reports, 5, {
      judge: async () => {
        if (reports.length === 1) stopped = 'the run was stopped';
        return reports.shift() as LiveReport;
      },
      whyStopped: () => stopped,
    });
    expect(result.rounds).toEqual([
      ['failed', 1, 0],
      ['passed', 1, 0],
    ]);
    expect(result.incomplete).toEqual(['1 of 5 rounds: the run was stopped']);
  });

  it('from an earlier report count too, and are not run again', async () => {
    const stopped = await run([reportOf('failed', 'passed')], 3, {
      whyStopped: (
        (asked) => () =>
          asked++ > 0 ? 'the run was stopped' : undefined
      )(0),
    });
    expect(stopped.incomplete).toEqual(['1 of 3 rounds: the run was stopped']);
    const resumed = await run([reportOf('passed', 'passed'), reportOf('passed', 'passed')], 3, {
      earlier: stopped,
    });
    expect(resumed).toMatchObject({ repeated: { done: 3, planned: 3 }, incomplete: [] });
    expect(resumed.rounds).toEqual([
      ['failed', 3, 1],
      ['passed', 3, 0],
    ]);
  });
});
