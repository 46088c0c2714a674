import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { renderHtml } from '../../../src/conformance/report/html/index.ts';
import type { Report } from '../../../src/conformance/report/model.ts';
import { renderPretty } from '../../../src/conformance/report/pretty.ts';
import { mergeReadingReports, reportReadings } from '../../../src/conformance/report/readings.ts';
import { judgeBytes, reportOf } from './judge-bytes.ts';

const { openPoints } = loadRegistry();
const shown = (point: string, reading: string, exchange: number) => ({
  point,
  reading,
  count: 2,
  evidence: [{ exchange, check: 'stream.end', request: 'GET /x', answer: '200 message.completed' }],
});
const sheet = reportReadings([shown('A-85', 'closes', 1), shown('A-02', 'other', 2)], openPoints);
const rowOf = (id: string, points = sheet) => points.find(({ point }) => point === id);

let report: Report;
beforeAll(async () => {
  report = { ...reportOf(await judgeBytes('http://a', '')), mode: 'live', readings: sheet } as Report;
});

describe('the sheet of readings', () => {
  it('lists every open point with several readings, and none with one', () => {
    const choices = Object.values(openPoints).filter(({ readings }) => readings.length > 1);
    expect(sheet.map(({ point }) => point)).toEqual(choices.map(({ id }) => id));
  });

  it('explains each reading, and reports an answer that matches none', () => {
    expect(rowOf('A-85')).toMatchObject({
      status: 'seen',
      readings: [{ reading: 'closes', text: 'The server ends the response.', count: 2 }],
    });
    expect(rowOf('A-02')?.readings[0]?.text).toBe('The server answers otherwise than every listed reading.');
  });

  it('distinguishes points that were not seen from points that no run can show', () => {
    expect(rowOf('A-84')).toMatchObject({ status: 'not-seen', readings: [] });
    expect(rowOf('A-26')).toMatchObject({ status: 'hidden', reason: expect.stringContaining('`true`') });
  });

  it('is one line of the text report, or the full sheet on request', () => {
    const short = renderPretty(report);
    expect(short).toMatch(/^Readings: 2 of \d+ open points seen \(--readings lists them\)$/m);
    expect(short).not.toContain('A-85');
    const long = renderPretty(report, { listsReadings: true });
    expect(long).toContain(
      '  A-85 Closing after the terminal event\n    closes: The server ends the response.\n' +
        '      exchange 1 of stream.end: GET /x → 200 message.completed; 1 more\n',
    );
    expect(long).toMatch(/Not seen in this run\n(.*\n)* {4}A-84 New event names\n/);
    expect(long).toContain('    A-26 Spelling of boolean query values: The suite sends');
  });

  it('is part of the page', () => {
    const page = renderHtml(report);
    expect(page).toContain('<b>closes</b>: The server ends the response.');
    expect(page).toContain('<li>1 more</li>');
  });
});

describe('the sheets of the parts of a run', () => {
  const parts = (...readings: readonly ReturnType<typeof shown>[]) =>
    mergeReadingReports(readings.map((each) => reportReadings([each], openPoints)));

  it('are added up', () => {
    const merged = rowOf('A-85', parts(shown('A-85', 'closes', 1), shown('A-85', 'closes', 7)));
    expect(merged).toMatchObject({ status: 'seen', readings: [{ reading: 'closes', count: 4 }] });
    expect(merged?.readings[0]?.evidence.map(({ exchange }) => exchange)).toEqual([1, 7]);
  });

  it('contradict each other if they show two readings of one question', () => {
    const merged = rowOf('A-85', parts(shown('A-85', 'closes', 1), shown('A-85', 'stays-open', 7)));
    expect(merged?.status).toBe('contradictory');
  });

  it('drop a reading about all exchanges if another part shows a different reading', () => {
    const merged = rowOf('A-84', parts(shown('A-84', 'eight-only', 1), shown('A-84', 'may-grow', 7)));
    expect(merged?.readings.map(({ reading }) => reading)).toEqual(['may-grow']);
  });
});
