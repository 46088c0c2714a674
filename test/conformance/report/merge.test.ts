import { beforeAll, describe, expect, it } from 'vitest';
import { diffReports, renderDiff } from '../../../src/conformance/report/diff.ts';
import { Merge } from '../../../src/conformance/report/merge.ts';
import type { Report, TargetReport } from '../../../src/conformance/report/model.ts';
import { readReport } from '../../../src/conformance/report/read-report.ts';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes, reportOf, row } from './judge-bytes.ts';

const ROW = 'usage.prompt-tokens.integer';
let sound: TargetReport;
let broken: TargetReport;
let nothing: TargetReport;

beforeAll(async () => {
  sound = await judgeBytes('http://a', readRecording('valid/plain.sse'));
  broken = await judgeBytes('http://a', readRecording('broken/usage-strings.sse'));
  nothing = await judgeBytes('http://a', '');
});

/** The answer of the exchange that each finding names. */
const ANSWER = { exchange: 0, request: 'GET /api/v1/chats' };

/** Merges the reports of parts of a live run. */
function mergeReports(parts: readonly { readonly name: string; readonly report: Report }[]) {
  const merging = new Merge();
  for (const { name, report } of parts) merging.of(name).report(report);
  const { report } = merging.finish();
  if (!report) throw new Error('it is a summary');
  return report;
}

function part(target: TargetReport, index: number, count: number): { name: string; report: Report } {
  const requirements = target.requirements.map((one) => ({
    ...one,
    findings: one.findings.map((finding) => ({ ...finding, exchange: 0, answers: [ANSWER] })),
  }));
  return {
    name: `${index}.json`,
    report: { ...reportOf({ ...target, requirements }), mode: 'live', shard: { index, count } } as Report,
  };
}

describe('merging', () => {
  it('takes the findings of a requirement from the part that judged it', () => {
    const merged = mergeReports([part(nothing, 2, 2), part(sound, 1, 2)]);
    expect(merged.verdict).toBe('conformant');
    expect(merged.requirements).toEqual(sound.requirements);
    expect(merged.summary.judged).toBe(sound.summary.judged);
    expect(merged).not.toHaveProperty('shard');
  });

  it('fails a requirement that one part violates, and gives every exchange a unique number', () => {
    const merged = mergeReports([part(broken, 1, 3), part(sound, 2, 3), part(broken, 3, 3)]);
    expect(merged.verdict).toBe('nonconformant');
    const { status, violations, findings } = row(merged, ROW);
    expect({ status, violations }).toEqual({ status: 'failed', violations: 2 });
    expect(new Set(findings.map(({ exchange }) => exchange)).size).toBe(2);
    for (const { exchange, answers } of findings) expect(answers).toEqual([{ ...ANSWER, exchange }]);
  });

  it('is incomplete when a part is missing', () => {
    const merged = mergeReports([part(sound, 1, 3), part(sound, 3, 3)]);
    expect(merged).toMatchObject({ verdict: 'incomplete', incomplete: ['part 2 of 3 is missing'] });
  });

  it('has the verdict nothing-ran when no part ran a check', () => {
    expect(mergeReports([part(nothing, 1, 1)]).verdict).toBe('nothing-ran');
  });

  it.each<[string, () => { name: string; report: Report }[], string]>([
    ['nothing', () => [], 'nothing to merge'],
    [
      'a whole run',
      () => [{ name: 'a.json', report: { ...reportOf(sound), mode: 'live' } as Report }],
      'a.json is not a part of a run',
    ],
    ['a part twice', () => [part(sound, 1, 2), part(sound, 1, 2)], 'are both part 1'],
    ['parts of different runs', () => [part(sound, 1, 2), part(sound, 2, 3)], 'it has 3 parts'],
  ])('refuses %s', (_case, parts, message) => {
    expect(() => mergeReports(parts())).toThrow(
      expect.objectContaining({ code: 'invalid-report', message: expect.stringContaining(message) }),
    );
  });
});

describe('the difference between two reports', () => {
  it('is empty for a report and itself, for every verdict', () => {
    for (const target of [sound, broken, nothing]) {
      const diff = diffReports(reportOf(target), reportOf(target));
      expect(diff).toEqual({ changes: [], added: [], gone: [], differences: [], isWorse: false });
      expect(renderDiff(diff)).toBe('the same: 0 rows changed, 0 violations new, 0 gone\n');
    }
  });

  it('is worse when a requirement is newly violated, and better the other way round', () => {
    const worse = diffReports(reportOf(sound), reportOf(broken));
    expect(worse.isWorse).toBe(true);
    expect(renderDiff(worse)).toContain(
      `worse  ${ROW}  passed -> failed  at message.completed  (http://a)\n`,
    );
    const better = diffReports(reportOf(broken), reportOf(sound));
    expect(better.isWorse).toBe(false);
    expect(renderDiff(better)).toContain(`better ${ROW}  failed -> passed  (http://a)\n`);
  });

  it('is worse when a requirement that passed is no longer judged', () => {
    expect(diffReports(reportOf(sound), reportOf(nothing)).isWorse).toBe(true);
    expect(diffReports(reportOf(nothing), reportOf(sound)).isWorse).toBe(false);
  });

  it('is neither worse nor better when the new status says as little about the service', () => {
    const requirements = nothing.requirements.map((one) =>
      one.id === ROW ? { ...one, status: 'not-judged' as const, reason: 'the profile has no second' } : one,
    );
    const diff = diffReports(reportOf(nothing), reportOf({ ...nothing, requirements }));
    expect(diff.isWorse).toBe(false);
    expect(renderDiff(diff)).toContain(`other  ${ROW}  not-exercised -> not-judged  (http://a)\n`);
  });

  it('is worse with one more violation of the same requirement', () => {
    const requirements = broken.requirements.map((one) => ({
      ...one,
      findings: one.findings.map((finding) => ({ ...finding, pointer: '/other', actual: 'a\u001b' })),
    }));
    const diff = diffReports(reportOf(broken), reportOf({ ...broken, requirements }));
    expect(diff.isWorse).toBe(true);
    expect(diff.added).toHaveLength(diff.gone.length);
    expect(renderDiff(diff)).toMatch(/^new {4}usage\./);
    expect(renderDiff(diff)).not.toContain('\u001b');
  });

  it('ignores the actual values, which vary from run to run', () => {
    const requirements = broken.requirements.map((one) => ({
      ...one,
      findings: one.findings.map((finding) => ({ ...finding, actual: 'else' })),
    }));
    expect(diffReports(reportOf(broken), reportOf({ ...broken, requirements })).isWorse).toBe(false);
  });

  const changed = (target: TargetReport, change: object) => ({
    ...target,
    requirements: target.requirements.map((one) => (one.id === ROW ? { ...one, ...change } : one)),
  });

  it.each([
    ['has another level', { level: 'should' as const }, 'the requirement changed: should -> must'],
    ['has another text', { text: 'It is a number.' }, 'the requirement changed: it has another text'],
  ])('is not worse when a requirement %s', (_, change, says) => {
    for (const [before, after] of [
      [sound, broken],
      [changed(broken, { findings: [], violations: 0 }), broken],
    ] as const) {
      const diff = diffReports(reportOf(changed(before, change)), reportOf(after));
      expect(diff.changes.find(({ id }) => id === ROW)).toMatchObject({ isWorse: false, requirement: says });
      expect(diff.added.filter(({ requirement }) => requirement === ROW)).toEqual([]);
      expect(renderDiff(diff)).toMatch(new RegExp(`^rule {3}${ROW}  .*; ${says}$`, 'm'));
    }
  });

  it('is not worse with a requirement that is new or gone', () => {
    const without = { ...sound, requirements: sound.requirements.filter(({ id }) => id !== ROW) };
    const failing = changed(sound, { status: 'failed' });
    expect(diffReports(reportOf(without), reportOf(failing)).isWorse).toBe(false);
    const gone = diffReports(reportOf(sound), reportOf(without));
    expect(gone.isWorse).toBe(false);
    expect(renderDiff(gone)).toContain(`passed -> absent  (http://a); the requirement is gone\n`);
    expect(renderDiff(gone)).toContain(
      '1 rows changed, 1 by another requirement, which says nothing about the service, ',
    );
  });

  it('names the requirement that took the place of another', () => {
    const old = sound.requirements.map((one) =>
      one.id === ROW ? { ...one, id: 'interactions.pause.pings' } : one,
    );
    expect(renderDiff(diffReports(reportOf({ ...sound, requirements: old }), reportOf(sound)))).toMatch(
      /^rule {3}interactions\.pause\.pings .*; the requirement is now stream\.ping\.cadence$/m,
    );
  });

  it('does not list a requirement whose text changed and whose result did not', () => {
    const diff = diffReports(reportOf(changed(sound, { text: 'It is a number.' })), reportOf(sound));
    expect(diff).toEqual({ changes: [], added: [], gone: [], differences: [], isWorse: false });
  });

  it('is worse when a requirement is violated more often than chance explains', () => {
    const rounds = (violated: number) => changed(broken, { rounds: { seen: 1000, violated } });
    const compare = (before: number, after: number) =>
      diffReports(reportOf(rounds(before)), reportOf(rounds(after)));
    expect(renderDiff(compare(2, 90))).toContain(
      `worse  ${ROW}  violated in 2 of 1000 rounds -> in 90 of 1000  (http://a)\n`,
    );
    expect([compare(2, 90), compare(90, 2), compare(2, 4)].map(({ isWorse }) => isWorse)).toEqual([
      true,
      false,
      false,
    ]);
    expect(renderDiff(compare(90, 2))).toMatch(/^better .* in 90 of 1000 rounds -> in 2 of 1000/m);
    expect(compare(2, 4).differences).toEqual([]);
  });

  it('says that a requirement is exercised at other places, which is not worse', () => {
    const places = (seen: number, missing: readonly string[]) =>
      changed(sound, { places: { seen, of: 3, missing: [{ reason: 'it did not run', places: missing }] } });
    const diff = diffReports(
      reportOf(places(3, [])),
      reportOf(places(1, ['updateChat', 'chats.update.name'])),
    );
    expect(diff.isWorse).toBe(false);
    expect(renderDiff(diff)).toContain(
      `places ${ROW}  3 of 3 places -> 1 of 3; no longer updateChat, chats.update.name  (http://a)\n`,
    );
  });

  const reads = { request: 'GET /api/v1/chats/1', check: 'chats.name' };
  const changes = { request: 'PATCH /api/v1/chats/1', check: 'chats.name' };
  const found = (...requests: readonly object[]) =>
    changed(broken, {
      violations: requests.length,
      findings: requests.map((each) => ({ requirement: ROW, expected: 'a', actual: 'b', ...each })),
    });

  it('names the operation and the check of a violation that is new there', () => {
    const diff = diffReports(reportOf(found(reads)), reportOf(found(reads, changes)));
    expect(diff.isWorse).toBe(true);
    expect(renderDiff(diff)).toContain(`new    ${ROW}  at updateChat, chats.name  expected a, actual b\n`);
    expect(renderDiff(diffReports(reportOf(sound), reportOf(found(changes))))).toContain(
      `worse  ${ROW}  passed -> failed  at updateChat, chats.name  (http://a)\n`,
    );
  });

  it('compares the places of violations that are too many to be listed', () => {
    const many = (...elsewhere: readonly string[][]) =>
      changed(found(reads), { violations: 900, elsewhere: [['getChat', 'chats.name'], ...elsewhere] });
    const diff = diffReports(reportOf(many()), reportOf(many(['updateChat', 'chats.name'])));
    expect(diff.isWorse).toBe(true);
    expect(renderDiff(diff)).toContain(`new    ${ROW}  at updateChat, chats.name  (http://a)\n`);
    expect(diffReports(reportOf(many()), reportOf(many())).isWorse).toBe(false);
  });

  it('is worse when a target is missing', () => {
    const other = { ...sound, target: 'http://b' };
    expect(diffReports(reportOf(sound, other), reportOf(sound)).isWorse).toBe(true);
  });
});

describe('a report that is read from a file', () => {
  it('equals the report that was written', () => {
    for (const report of [reportOf(sound), reportOf(sound, broken), part(broken, 1, 2).report]) {
      expect(readReport(JSON.stringify(report), 'a.json')).toEqual(JSON.parse(JSON.stringify(report)));
    }
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"targets":[]}',
    '{"tool":{"version":"1"},"contract":"1","target":"a","verdict":"fine"}',
  ])('is not %s', (text) => {
    expect(() => readReport(text, 'a.json')).toThrow(expect.objectContaining({ code: 'invalid-report' }));
  });

  it('must have well-formed rows and shards', () => {
    const report = part(sound, 1, 2).report as Report & TargetReport;
    for (const change of [
      { shard: { index: 3, count: 2 } },
      { requirements: [{ ...report.requirements[0], status: 'fine' }] },
      { requirements: [{ ...report.requirements[0], findings: [null] }] },
      { incomplete: [1] },
      { evidence: 'x' },
    ]) {
      expect(() => readReport(JSON.stringify({ ...report, ...change }), 'a.json')).toThrow(
        'a.json is not a report',
      );
    }
  });
});
