import { describe, expect, it } from 'vitest';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';
import { registry, row } from './judge-bytes.ts';

const id = 'stream.framing.event-and-data';
const details = { expected: 'UTF-8', actual: 'something else' };

/** The report of an input for which this was noted. */
function reportOf(name: string, note: (judgement: Judgement) => void) {
  const judgement = new Judgement();
  note(judgement);
  return reportTarget(name, judgement, registry);
}

describe('the reports of several inputs', () => {
  it('share equal rows', () => {
    const first = reportOf('first', (judgement) => judgement.exercise(id));
    const second = reportOf('second', (judgement) => judgement.exercise(id));
    expect(row(first, id).status).toBe('passed');
    const same = first.requirements.filter((each, index) => each === second.requirements[index]);
    expect(same).toHaveLength(registry.requirements.length);
  });

  it('keep rows apart that differ in status, reason or findings', () => {
    const rows = [
      reportOf('passed', (judgement) => judgement.exercise(id)),
      reportOf('untouched', () => {}),
      ...['one', 'two', 'three', 'four', 'five', 'six'].map((reason) =>
        reportOf(reason, (judgement) => judgement.cannotJudge(id, reason)),
      ),
      reportOf('a.sse', (judgement) => judgement.report(id, undefined, details)),
      reportOf('b.sse', (judgement) => judgement.report(id, undefined, details)),
    ].map((report) => row(report, id));
    expect(rows.map(({ status, reason }) => reason ?? status)).toEqual([
      'passed',
      'not-exercised',
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
      'failed',
      'failed',
    ]);
    expect(rows.flatMap(({ findings }) => findings.map(({ file }) => file))).toEqual(['a.sse', 'b.sse']);
  });
});
