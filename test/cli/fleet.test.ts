import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SummaryReport } from '../../src/conformance/report/summary/summary-report.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace, readRecording, recording } from './workspace.ts';

const files = makeWorkspace();
const plain = readRecording('valid/plain.sse');
const broken = readRecording('broken/usage-strings.sse');
/** Forty recordings, some of which are not conformant. */
const fleet = Array.from({ length: 40 }, (_, index) =>
  files.write(`fleet/${index}.sse`, index % 10 === 3 ? broken : plain),
);
const list = files.write('fleet.txt', `${fleet.join('\n')}\n`);
const readSummary = (name: string): SummaryReport => JSON.parse(readFileSync(files.path(name), 'utf8'));
const check = (...args: string[]) => runInProcess(['check', ...args]);

describe('check --files-from', () => {
  it('judges the listed files and the named files, each once', async () => {
    const other = files.write('other.txt', `${fleet[0]}\r\n${recording('valid/ping.sse')}`);
    const ran = await runInProcess(
      ['check', fleet[1] as string, '--files-from', other, '--files-from', '-', '--reporter', 'json'],
      `${fleet[1]}\n${fleet[2]}\n`,
    );
    const { targets } = JSON.parse(ran.stdout) as { targets: { target: string }[] };
    expect(targets.map(({ target }) => target)).toEqual([
      fleet[1],
      fleet[0],
      recording('valid/ping.sse'),
      fleet[2],
    ]);
    expect(ran.code).toBe(0);
  });

  it('takes a path literally, and names unreadable files up to a limit', async () => {
    const wrong = files.write(
      'wrong.txt',
      ['none*.sse', ...Array.from({ length: 30 }, (_, index) => `gone/${index}.sse`)].join('\n'),
    );
    const ran = await check('--files-from', wrong);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    const lines = ran.stderr.trimEnd().split('\n');
    expect(lines[0]).toBe('conversation-api: cannot read none*.sse: there is no such file');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('conversation-api: 11 more cannot be read or judged');
  });

  it('has nothing to judge when the list is empty', async () => {
    const ran = await check('--files-from', files.write('empty.txt', ''));
    expect(ran).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^nothing-ran, recording: 0 inputs, /),
    });
  });

  it('never writes a report over the list', async () => {
    const ran = await check('--files-from', list, '--reporter', `summary=${list}`);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('one of the inputs') });
  });
});

describe('check --shard of files', () => {
  it('judges each file in one part, and names the part', async () => {
    const seen: string[] = [];
    for (const index of [1, 2, 3]) {
      const { stdout } = await check('--files-from', list, '--shard', `${index}/3`, '--reporter', 'json');
      const report = JSON.parse(stdout) as { shard: unknown; targets: { target: string }[] };
      expect(report.shard).toEqual({ index, count: 3 });
      seen.push(...report.targets.map(({ target }) => target));
      const text = await check('--files-from', list, '--shard', `${index}/3`);
      expect(text.stdout).toContain(
        `conformant, recording, part ${index} of 3: ${report.targets.length} inputs`,
      );
    }
    expect(seen.toSorted()).toEqual(fleet.toSorted());
  });

  it('writes a report for a part with one file and for an empty part', async () => {
    const [file = ''] = fleet;
    const reports = await Promise.all(
      ['1/2', '2/2'].map(async (shard) =>
        JSON.parse((await check(file, '--shard', shard, '--reporter', 'json')).stdout),
      ),
    );
    const [one, none] = reports.toSorted((a) => ('targets' in a ? 1 : -1));
    expect(one).toMatchObject({ target: file, verdict: 'conformant', shard: { count: 2 } });
    expect(none).toMatchObject({ targets: [], verdict: 'nothing-ran', shard: { count: 2 } });
  });
});

describe('check --reporter summary', () => {
  it.each(['1', '2'])('is the same with %s jobs, with the line of each example', async (jobs) => {
    const file = files.path(`jobs-${jobs}.json`);
    const ran = await check('--files-from', list, '--jobs', jobs, '--reporter', `summary=${file}`);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(
      /nonconformant, recording: 40 inputs \(36 conformant, 4 nonconformant\), .*\n$/,
    );
    const { inputs, requirements } = readSummary(`jobs-${jobs}.json`);
    expect(inputs).toMatchObject({ conformant: 36, nonconformant: 4 });
    const row = requirements.find(({ id }) => id === 'usage.prompt-tokens.integer');
    expect(row?.examples.map(({ file, line }) => ({ file, line }))).toEqual(
      [3, 13, 23, 33].map((index) => ({ file: fleet[index], line: 31 })),
    );
  });

  it('can accompany the report of each input', async () => {
    const places = `summary=${files.path('both.json')},json=${files.path('each.json')}`;
    const ran = await check('--files-from', list, '--reporter', places);
    expect(ran.stdout).toContain('in 4 of 40 inputs');
    const { targets } = JSON.parse(readFileSync(files.path('each.json'), 'utf8'));
    expect(targets).toHaveLength(40);
    expect(readSummary('both.json')).toEqual(readSummary('jobs-1.json'));
  });

  it('has a badge', async () => {
    const places = `summary=${files.path('x.json')},badge=${files.path('x.svg')}`;
    await check('--files-from', list, '--reporter', places);
    expect(readFileSync(files.path('x.svg'), 'utf8')).toMatch(/nonconformant, \d+ of \d+ failed/);
  });

  it('is available for recordings only', async () => {
    const ran = await check('http://127.0.0.1:1', '--reporter', 'summary');
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('--reporter cannot be "summary"') });
  });
});

describe('merge of recordings', () => {
  const parts = [1, 2, 3].map((index) => files.path(`part-${index}.json`));

  it('produces the summary of the whole', async () => {
    for (const [index, part] of parts.entries())
      await check('--files-from', list, '--shard', `${index + 1}/3`, '--reporter', `summary=${part}`);
    const ran = await runInProcess(['merge', ...parts, '--reporter', `summary=${files.path('all.json')}`]);
    expect(ran.code).toBe(1);
    const { requirements, ...rest } = readSummary('all.json');
    const { requirements: whole, ...same } = readSummary('jobs-1.json');
    expect(rest).toEqual(same);
    const counts = (rows: SummaryReport['requirements']) =>
      rows.map(({ examples, ...row }) => [row, examples.length]);
    expect(counts(requirements)).toEqual(counts(whole));
  });

  it('accepts whole reports, lines of reports, lists of reports and standard input', async () => {
    await check('--files-from', list, '--reporter', `json=${files.path('whole.json')}`);
    const lines = files.write('lines.jsonl', parts.map((part) => readFileSync(part, 'utf8')).join(''));
    const outputs = await Promise.all([
      runInProcess(['merge', files.path('whole.json')]),
      runInProcess(['merge', lines]),
      runInProcess(['merge', '-'], readFileSync(lines)),
      runInProcess(['merge', '--files-from', files.write('parts.txt', parts.join('\n'))]),
      runInProcess(['merge', '--files-from', '-'], Readable.from([Buffer.from(parts.join('\n'))])),
    ]);
    for (const { code, stdout } of outputs) {
      expect(code).toBe(1);
      expect(stdout).toMatch(/nonconformant, recording: 40 inputs \(36 conformant, 4 nonconformant\)/);
    }
  });

  it('is incomplete without one of the parts', async () => {
    const ran = await runInProcess(['merge', ...parts.slice(1)]);
    expect(ran.stdout).toContain('1 × part 1 of 3 is missing');
    const conformant = files.write('good.txt', `${fleet[0]}\n${fleet[1]}\n${fleet[2]}`);
    const good = files.path('good.json');
    await check('--files-from', conformant, '--shard', '1/2', '--reporter', `summary=${good}`);
    expect((await runInProcess(['merge', good])).code).toBe(3);
  });

  it('applies --require, --known-failures and --fail-on', async () => {
    const all = files.path('all.json');
    const required = await runInProcess(['merge', files.path('good.json'), '--require', 'agents.delegated']);
    expect(required.stdout).toContain('agents.delegated.task-ids is required and was not exercised');
    const { requirements } = readSummary('all.json');
    const failed = requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
    const known = (ids: readonly string[]) =>
      files.write(
        'known.yaml',
        JSON.stringify({
          known_failures: ids.map((id) => ({ id, reason: 'T-1', expires: '2999-12-31' })),
        }),
      );
    expect((await runInProcess(['merge', all, '--known-failures', known(failed)])).code).toBe(0);
    expect((await runInProcess(['merge', all, '--known-failures', known(failed.slice(1))])).code).toBe(1);
    const warned = plain.toString().replace('event: message.completed', 'event: x\ndata: {}\n\n$&');
    const file = files.path('warned.json');
    await check(files.write('warned.sse', warned), '--reporter', `summary=${file}`);
    expect((await runInProcess(['merge', file])).code).toBe(0);
    expect((await runInProcess(['merge', file, '--fail-on', 'warning'])).code).toBe(1);
  });

  it.each<[string, () => string[], string]>([
    ['a format that shows each input', () => [...parts, '--reporter', 'html'], 'keeps only a summary'],
    ['a part twice', () => [parts[0] as string, ...parts], 'are both part 1'],
    ['a whole among parts', () => [...parts, files.path('jobs-1.json')], 'is not a part of a run'],
    ['parts of another run', () => [parts[0] as string, files.path('good.json')], 'it has 2 parts'],
    ['a recording', () => [fleet[0] as string], 'is not JSON'],
    [
      'a report over its input',
      () => [parts[0] as string, '--output', parts[0] as string],
      'one of the inputs',
    ],
    ['a missing list', () => ['--files-from', files.path('none')], 'there is no such file'],
    [
      'a report in UTF-16',
      () => [files.write('utf-16.json', Buffer.from(JSON.stringify({}), 'utf16le'))],
      'is UTF-16, and not UTF-8',
    ],
    ['nothing', () => [], 'merge needs the reports'],
  ])('refuses %s', async (_, args, message) => {
    const ran = await runInProcess(['merge', ...args()]);
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('cannot be compared with a report', async () => {
    const ran = await runInProcess(['diff', files.path('all.json'), files.path('all.json')]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('is a summary') });
  });
});

it('check reads zstd from standard input', async () => {
  const ran = await runInProcess(['check', '-'], zstdCompressSync(plain));
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ -  conformant') });
});
