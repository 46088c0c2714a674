import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReferenceServer } from '../../../src/alterations/index.ts';
import type { AnswerReport, ReportedFinding, SuiteReport } from '../../../src/conformance/report/model.ts';
import { PROFILE, stubTokens } from '../../cli/reference-run.ts';
import { runInProcess } from '../../cli/run-in-process.ts';
import { makeWorkspace } from '../../cli/workspace.ts';

/** Breakages that only several answers show, each with a check that sees it and what the compared answers show. */
const CASES = [
  {
    what: 'a claim about a replay and its original',
    breakage: 'errors.turn-failed.same-as-replay/another-turn',
    check: 'idempotency.ended.failed.blocking',
    requirement: 'errors.turn-failed.same-as-replay',
    shown: [/^POST .*messages 502 "upstream_error", \d+$/, /^POST .*messages 502 "upstream_error", \d+$/],
  },
  {
    what: 'the judge, who compares an answer with an earlier one',
    breakage: 'idempotency.replay.same-result',
    check: 'idempotency.ended.completed.blocking',
    requirement: 'idempotency.replay.same-result',
    shown: [
      /^POST .*messages 200 "The shop opens at nine."$/,
      /^POST .* 200 "The shop opens at nine. Again."$/,
    ],
  },
] as const;

const workspace = makeWorkspace();
const lineOf = ({ request, status, shows }: AnswerReport) => `${request} ${status} ${shows}`;

beforeAll(stubTokens);
afterAll(() => {
  vi.unstubAllEnvs();
});

describe.each(CASES)('a finding of $what', ({ breakage, check, requirement, shown }) => {
  const fileOf = (form: string) => workspace.path(`${check}.${form}`);
  let text = '';
  let report: SuiteReport;
  let finding: ReportedFinding | undefined;
  let answers: readonly AnswerReport[];

  beforeAll(async () => {
    const server = await startReferenceServer({ port: 0, log: 'none', faults: true, breakages: [breakage] });
    try {
      const forms = ['json', 'html', 'junit'].map((form) => `${form}=${fileOf(form)}`);
      const flags = ['--profile', PROFILE, '--only', check, '--reporter', ['pretty', ...forms].join()];
      ({ stdout: text } = await runInProcess(['check', server.url, ...flags]));
    } finally {
      await server.close();
    }
    report = JSON.parse(readFileSync(fileOf('json'), 'utf8'));
    finding = report.requirements.find(({ id }) => id === requirement)?.findings[0];
    answers = finding?.answers ?? [];
  });

  it('names every answer that was compared, with what it shows', () => {
    const lines = answers.map(lineOf);
    for (const line of shown) expect(lines).toContainEqual(expect.stringMatching(line));
    expect(answers.map(({ exchange }) => exchange)).toContain(finding?.exchange);
    expect(answers.length).toBeLessThanOrEqual(8);
  });

  it('has each of them as evidence', () => {
    const numbers = report.evidence?.map(({ exchange }) => exchange);
    expect(numbers).toEqual(expect.arrayContaining(answers.map(({ exchange }) => exchange)));
  });

  it.each([
    ['text', () => text],
    ['HTML', () => readFileSync(fileOf('html'), 'utf8').replaceAll('&quot;', '"')],
    ['JUnit', () => readFileSync(fileOf('junit'), 'utf8')],
  ])('shows them in %s, with what finds them in the logs of the service', (_, read) => {
    for (const { exchange, request, status, time, requestId } of answers)
      expect(read()).toMatch(
        `exchange ${exchange} (${request}) → ${status}, sent ${time}, request id ${requestId}: `,
      );
  });
});
