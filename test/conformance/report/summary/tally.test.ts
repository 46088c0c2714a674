import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportHeader, TargetReport } from '../../../../src/conformance/report/model.ts';
import {
  renderSummaryJson,
  renderSummaryText,
} from '../../../../src/conformance/report/summary/render-summary.ts';
import type { SummaryReport } from '../../../../src/conformance/report/summary/summary-report.ts';
import { Tally } from '../../../../src/conformance/report/summary/tally.ts';
import { readRecording } from '../../../cli/workspace.ts';
import { judgeBytes } from '../judge-bytes.ts';

const header: ReportHeader = {
  tool: { name: 'conversation-api', version: '0.0.0' },
  contract: '1.0.0',
  mode: 'recording',
};
const ROW = 'usage.prompt-tokens.integer';
let sound: TargetReport;
let broken: TargetReport;
let partial: TargetReport;
let nothing: TargetReport;

beforeAll(async () => {
  const plain = readRecording('valid/plain.sse');
  sound = await judgeBytes('sound.sse', plain);
  broken = await judgeBytes('broken.sse', readRecording('broken/usage-strings.sse'));
  partial = await judgeBytes('partial.sse', plain.subarray(0, 900), 'sse', { isPartial: true });
  nothing = await judgeBytes('nothing.sse', '');
});

function summarize(targets: readonly TargetReport[]): SummaryReport {
  const tally = new Tally();
  for (const [order, target] of targets.entries()) tally.addTarget(target, order);
  return tally.report(header);
}

function merge(summaries: readonly SummaryReport[]): SummaryReport {
  const tally = new Tally();
  for (const [order, summary] of summaries.entries()) tally.addSummary(summary, order);
  return tally.report(header);
}

const named = (target: TargetReport, name: string): TargetReport => ({
  ...target,
  target: name,
  requirements: target.requirements.map((row) => ({
    ...row,
    findings: row.findings.map((finding) => ({ ...finding, file: name })),
  })),
});
const rowOf = ({ requirements }: SummaryReport, id: string) => requirements.find((row) => row.id === id);

describe('a summary', () => {
  it('counts inputs by verdict and requirements by status', () => {
    const summary = summarize([sound, broken, sound, partial, nothing]);
    expect(summary).toMatchObject({
      verdict: 'nonconformant',
      inputs: { conformant: 2, nonconformant: 1, incomplete: 1, 'nothing-ran': 1 },
      events: 2 * sound.summary.events + broken.summary.events + partial.summary.events,
      bytes: 2 * sound.summary.bytes + broken.summary.bytes + partial.summary.bytes,
    });
    expect(rowOf(summary, ROW)).toMatchObject({
      level: 'must',
      status: 'failed',
      inputs: { failed: 1, passed: 2 },
      violations: 1,
      text: expect.stringContaining('prompt_tokens'),
      examples: [{ file: 'broken.sse', event: 10, pointer: '/usage/prompt_tokens', expected: 'integer' }],
    });
  });

  it.each<[string, () => TargetReport[], SummaryReport['verdict']]>([
    ['conformant', () => [sound, sound], 'conformant'],
    ['nonconformant if one is', () => [sound, partial, broken], 'nonconformant'],
    ['incomplete if one is, and none failed', () => [sound, partial, nothing], 'incomplete'],
    ['nothing-ran if nothing was judged in one', () => [sound, nothing], 'nothing-ran'],
    ['nothing-ran without inputs', () => [], 'nothing-ran'],
  ])('is %s', (_, targets, verdict) => {
    expect(summarize(targets()).verdict).toBe(verdict);
    expect(merge([summarize(targets())]).verdict).toBe(verdict);
  });

  it('of parts equals the summary of the whole', () => {
    const targets = [sound, broken, partial, sound, broken, nothing].map((target, index) =>
      named(target, `${index}.sse`),
    );
    const parts = [targets.slice(0, 1), targets.slice(1, 4), [], targets.slice(4)].map(summarize);
    expect(merge(parts)).toEqual(summarize(targets));
  });

  it('does not depend on the order in which threads judged the inputs', () => {
    const targets = Array.from({ length: 30 }, (_, index) => named(broken, `${index}.sse`));
    const backwards = new Tally();
    for (const [order, target] of [...targets.entries()].reverse()) backwards.addTarget(target, order);
    expect(backwards.report(header)).toEqual(summarize(targets));
  });

  it('keeps only the first examples, and does not grow with the number of inputs', () => {
    const some = (count: number) =>
      summarize(Array.from({ length: count }, (_, index) => named(broken, `${10_000 + index}.sse`)));
    expect(rowOf(some(100), ROW)?.examples.map(({ file }) => file)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `${10_000 + index}.sse`),
    );
    const growth = renderSummaryJson(some(1000)).length / renderSummaryJson(some(10)).length;
    expect(growth).toBeLessThan(1.05);
  });

  it('counts reasons that differ only in numbers together, and keeps fifty kinds', () => {
    const reasons = Array.from({ length: 500 }, (_, index) => `line ${index} is odd`);
    const kinds = Array.from({ length: 60 }, (_, index) => `reason ${'x'.repeat(index)}`);
    const summary = summarize([{ ...partial, incomplete: [...reasons, ...kinds] }]);
    expect(summary.incomplete[0]).toEqual({
      reason: 'line # is odd',
      count: 500,
      examples: Array.from({ length: 5 }, (_, index) => ({
        file: 'partial.sse',
        reason: `line ${index} is odd`,
      })),
    });
    expect(summary.incomplete).toHaveLength(50);
    expect(summary.otherReasons).toBe(11);
    expect(merge([summary, summary])).toMatchObject({ otherReasons: 22 });
  });

  it('refuses more requirements than any contract has', () => {
    const rows = Array.from({ length: 6000 }, (_, index) => ({
      ...(sound.requirements.find(({ status }) => status === 'passed') as TargetReport['requirements'][0]),
      id: `row.${index}`,
    }));
    expect(() => summarize([{ ...sound, requirements: rows }])).toThrow('more than 5000 requirements');
  });
});

describe('the JSON of a summary', () => {
  const file = new URL('../../../../spec/formats/summary.schema.json', import.meta.url);
  const validate = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(file, 'utf8')),
  );

  it('is one line in the published format', () => {
    for (const targets of [[], [sound], [sound, broken, partial, nothing]]) {
      const summary = { ...summarize(targets), shard: { index: 1, count: 2 } };
      const text = renderSummaryJson(summary);
      expect(text.trimEnd()).not.toContain('\n');
      validate(JSON.parse(text));
      expect(validate.errors).toBeNull();
    }
  });

  it('does not have that format with a wrong member', () => {
    const summary = JSON.parse(renderSummaryJson(summarize([broken])));
    for (const change of [
      { form: 'report' },
      { mode: 'live' },
      { verdict: 'fine' },
      { inputs: { conformant: 1 } },
      { requirements: [{ ...summary.requirements[0], inputs: { failed: 0 } }] },
      { requirements: [{ ...summary.requirements[0], status: 'open' }] },
      { incomplete: [{ reason: 'x' }] },
    ])
      expect({ change, isValid: validate({ ...summary, ...change }) }).toEqual({ change, isValid: false });
  });
});

describe('the text of a summary', () => {
  it('begins and ends with the verdict, and lists first what fails in most inputs', () => {
    const lines = renderSummaryText(summarize([sound, broken, partial]))
      .trimEnd()
      .split('\n');
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(
        /^✗ 3 inputs \(1 conformant, .*\) {2}nonconformant: \d+ of \d+ requirements that were judged failed$/,
      ),
      '',
      'Failures',
    ]);
    expect(lines).toContain(`  ${ROW} (must)  in 1 of 2 inputs, 1 violation`);
    expect(lines.at(-1)).toMatch(
      /^nonconformant, recording: 3 inputs \(1 conformant, 1 nonconformant, 1 incomplete\), \d+ requirements judged, \d+ failed, \d+ events, \d+ bytes$/,
    );
  });

  it('escapes text from inputs', () => {
    const hostile = named(broken, 'a\u001b[2J.sse');
    const text = renderSummaryText(summarize([hostile, { ...partial, incomplete: ['\u202ex'] }]), {
      isVerbose: true,
    });
    expect(text).toContain('a\\u001b[2J.sse');
    expect([...text].filter((character) => '\u001b\u202e'.includes(character))).toEqual([]);
  });
});
