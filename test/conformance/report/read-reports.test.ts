import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TargetReport } from '../../../src/conformance/report/model.ts';
import { readReports } from '../../../src/conformance/report/read-reports.ts';
import { makeWorkspace, readRecording } from '../../cli/workspace.ts';
import { judgeBytes, reportOf } from './judge-bytes.ts';

const files = makeWorkspace();
let sound: TargetReport;
let broken: TargetReport;

beforeAll(async () => {
  sound = await judgeBytes('sound.sse', readRecording('valid/plain.sse'));
  broken = await judgeBytes('broken.sse', readRecording('broken/usage-strings.sse'));
});

async function read(text: string, pieces = [Buffer.from(text)]) {
  const seen: unknown[] = [];
  const values = {
    target: (value: unknown) => void seen.push({ target: value }),
    report: (value: unknown) => void seen.push({ report: value }),
  };
  await readReports('-', () => Readable.from(pieces), values);
  const fromFile: unknown[] = [];
  await readReports(files.write('reports.json', text), () => Readable.from([]), {
    target: (value) => void fromFile.push({ target: value }),
    report: (value) => void fromFile.push({ report: value }),
  });
  expect(fromFile).toEqual(seen);
  return seen;
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('a file of reports', () => {
  it('yields the inputs of a report of several, and then the report without them', async () => {
    const report = reportOf(sound, broken);
    const expected = [
      { target: plain(sound) },
      { target: plain(broken) },
      { report: { ...plain(report), targets: [] } },
    ];
    expect(await read(JSON.stringify(report, null, 2))).toEqual(expected);
    expect(await read(`${JSON.stringify(report)}\n${JSON.stringify(reportOf(sound))}\n`)).toEqual([
      ...expected,
      { report: plain(reportOf(sound)) },
    ]);
  });

  it('yields the same when it is too large to parse at once', async () => {
    const targets = Array.from({ length: 30 }, (_, index) => (index % 2 ? sound : broken));
    const text = JSON.stringify(reportOf(...targets), null, 2);
    expect(text.length).toBeGreaterThan(4 * 1024 * 1024);
    const seen = await read(text);
    expect(seen.slice(0, -1)).toEqual(targets.map((target) => ({ target: plain(target) })));
    expect(seen.at(-1)).toEqual({ report: { ...plain(reportOf(...targets)), targets: [] } });
  });

  it.each([
    ['', 'standard input is empty'],
    ['\n \n', 'standard input is empty'],
    ['{"a":1', 'standard input ends within a report'],
    ['{"a":1}\n{"b":', 'standard input ends within a report'],
    ['nonsense', 'standard input is not JSON'],
    ['{"a":1} x', 'standard input is not JSON'],
    [`{"a":${'['.repeat(100)}`, 'has values in more than 64 levels'],
  ])('is refused: %.20j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(
      expect.objectContaining({ code: 'invalid-report', message: expect.stringContaining(message) }),
    );
  });

  it('is refused when one report is too large', async () => {
    const text = `{"a":"${'x'.repeat(20 * 1024 * 1024)}"}`;
    const pieces = Array.from({ length: 321 }, (_, index) =>
      Buffer.from(text.slice(index * 65_536, (index + 1) * 65_536)),
    );
    await expect(read(text, pieces)).rejects.toThrow('a report of one input with more than 16777216 bytes');
  });

  it('is named if it cannot be read', async () => {
    const none = () => Readable.from([]);
    const values = { target() {}, report() {} };
    await expect(readReports(files.path('none'), none, values)).rejects.toThrow('there is no such file');
    await expect(readReports('/dev/zero', none, values)).rejects.toThrow('it is a device');
    await expect(readReports(files.root, none, values)).rejects.toThrow('it is a directory');
  });
});
