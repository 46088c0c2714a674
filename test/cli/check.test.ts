import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Ran, runInProcess } from './run-in-process.ts';
import { makeWorkspace, readRecording, recording } from './workspace.ts';

const files = makeWorkspace();
const plain = recording('valid/plain.sse');
const broken = recording('broken/two-terminals.sse');
const cut = files.write('cut.sse', readRecording('valid/plain.sse').subarray(0, 900));
const empty = files.write('empty.sse', '');
/** Conformant, with a warning for an event that is not in the contract. */
const warned = files.write(
  'warned.sse',
  readRecording('valid/plain.sse').toString().replace('event: message.completed', 'event: x\ndata: {}\n\n$&'),
);

function expectOneLineEach(ran: Ran, lines: readonly string[]): void {
  expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: '' });
  expect(ran.stderr.trimEnd().split('\n')).toEqual(
    lines.map((line) => expect.stringMatching(new RegExp(`^conversation-api: .*${line}`))),
  );
}

it.each([
  [0, 'conformant', [plain]],
  [1, 'nonconformant', [broken]],
  [3, 'incomplete', [cut, '--partial']],
  [1, 'nonconformant', [cut]],
  [3, 'nothing-ran', [empty]],
  [0, 'conformant', [warned]],
  [1, 'conformant', [warned, '--fail-on', 'warning']],
  [0, 'conformant', [plain, '--fail-on', 'warning']],
  [1, 'nonconformant', [plain, empty, broken]],
  [3, 'nothing-ran', [plain, empty]],
  [3, 'incomplete', [plain, '--max-input-bytes', '900']],
  [3, 'incomplete', [plain, '--max-event-bytes', '300']],
])('the exit code is %i for %s: %j', async (code, verdict, args) => {
  const ran = await runInProcess(['check', ...args]);
  expect(ran.code).toBe(code);
  expect(ran.stdout.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^${verdict}, recording: `));
});

describe('check reads', () => {
  it('standard input, also compressed with gzip', async () => {
    for (const bytes of [readRecording('valid/plain.sse'), gzipSync(readRecording('valid/plain.sse'))]) {
      const ran = await runInProcess(['check', '-'], bytes);
      expect(ran).toEqual({ code: 0, stderr: '', stdout: expect.stringContaining('✓ -  conformant') });
    }
  });

  it('the files of a quoted glob, each once', async () => {
    const { code, stdout } = await runInProcess([
      'check',
      recording('valid/*.sse'),
      plain,
      '--reporter',
      'json',
    ]);
    const { targets } = JSON.parse(stdout);
    expect({ code, targets: targets.length }).toEqual({ code: 0, targets: 16 });
  });

  it('a file whose name looks like a glob', async () => {
    const odd = files.write('odd[1]*.sse', readRecording('valid/plain.sse'));
    files.write('odd1x.sse', 'this would match the glob');
    expect(await runInProcess(['check', odd])).toMatchObject({ code: 0 });
  });
});

describe('an unreadable input is reported in one line before anything is judged:', () => {
  it.each([
    ['a missing file', files.path('none.sse'), 'there is no such file'],
    ['a directory', files.root, 'is a directory; .*/\\*\\*/\\*\\.sse'],
    ['a glob that matches nothing', files.path('*.nothing'), 'matches no file'],
    [
      'a binary file',
      files.write('image.bin', Buffer.from('\u0089PNG\r\n\u001a\n\0\0\n:\0', 'latin1')),
      'binary',
    ],
    [
      'text of another kind',
      files.write('notes.md', '# Notes\n\nTo do:\n: none\n'),
      'neither an event stream',
    ],
    ['UTF-16', files.write('utf16.sse', Buffer.from('\ufeffevent: ping\ndata: {}\n\n', 'utf16le')), 'UTF-16'],
    ['damaged gzip', files.write('bad.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8])), 'gzip'],
    ['a name with control characters', `${files.path('a')}\u001b[2J\u009b`, '\\\\u001b\\[2J\\\\u009b'],
    ['a name with a NUL', 'a\0b', 'a\\\\u0000b'],
  ])('%s', async (_, name, line) => {
    expectOneLineEach(await runInProcess(['check', plain, name]), [line]);
  });

  it('several inputs, each in its own line', async () => {
    const names = [files.path('none.sse'), files.root, files.path('*.nothing')];
    expectOneLineEach(await runInProcess(['check', ...names]), [
      'no such file',
      'directory',
      'matches no file',
    ]);
  });

  it.each([1, 2])('also when the defect is not at the start, with %i jobs', async (jobs) => {
    const gzip = gzipSync(Buffer.alloc(300_000, 'data: 0123456789\n\n'), { level: 0 });
    gzip.fill(0xff, 200_000, 200_400);
    const damaged = files.write('late.gz', gzip);
    const har = files.write('late.har', '{"log":{"entries":0}}');
    const ran = await runInProcess(['check', plain, damaged, har, plain, '--jobs', String(jobs)]);
    expectOneLineEach(ran, ['late\\.gz', 'late\\.har: .*/log/entries']);
  });
});

describe('--output', () => {
  it('writes a report that only its owner can read, and prints the verdict on stderr', async () => {
    const output = files.path('report.json');
    const ran = await runInProcess(['check', plain, '--reporter', 'json', '--output', output]);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(ran.stderr).toMatch(/^conformant, recording: \d+ judged, .*; the report is in .*report\.json\n$/);
    expect(JSON.parse(readFileSync(output, 'utf8')).verdict).toBe('conformant');
    expect(statSync(output).mode & 0o777).toBe(0o600);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'exits with 4 when its disk is full, and writes all other reports',
    async () => {
      const output = files.path('beside.xml');
      const ran = await runInProcess(['check', plain, '--reporter', `json=/dev/full,junit=${output}`]);
      expect(ran.code).toBe(4);
      expect(ran.stdout).toMatch(/\nconformant, recording/);
      expect(ran.stderr).toBe(
        `the report is in ${output}\nconversation-api: cannot write /dev/full: no space is left on the disk\n`,
      );
      expect(readFileSync(output, 'utf8')).toContain('<testsuites');
    },
  );

  it('never replaces an input', async () => {
    const precious = files.write('precious.sse', readRecording('valid/plain.sse'));
    expectOneLineEach(await runInProcess(['check', precious, '--output', precious]), ['one of the inputs']);
    expect(readFileSync(precious)).toEqual(readRecording('valid/plain.sse'));
  });

  it('creates its folder, as record does', async () => {
    const output = files.path('no/such/r.json');
    expect((await runInProcess(['check', plain, '--reporter', 'json', '--output', output])).code).toBe(0);
    expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject({ verdict: 'conformant' });
  });

  it('is refused before anything is judged when the file cannot be written', async () => {
    const below = `${files.write('plain-file', '')}/r.json`;
    expectOneLineEach(await runInProcess(['check', plain, '--output', below]), ['is a file; name a folder']);
    expectOneLineEach(await runInProcess(['check', plain, '--output', files.root]), ['it is a directory']);
  });
});

it('reports that it fails only because of --fail-on', async () => {
  const { stderr } = await runInProcess(['check', warned, '--fail-on', 'warning']);
  expect(stderr).toBe('exit code 1: there are warnings (1), and --fail-on warning is given\n');
});

it('judges by the permission mode of --permission-mode', async () => {
  const asks = recording('valid/tool.sse');
  expect((await runInProcess(['check', asks, '--permission-mode', 'manual'])).code).toBe(0);
  const auto = await runInProcess(['check', asks, '--permission-mode', 'auto']);
  expect(auto.code).toBe(1);
  expect(auto.stdout).toContain('stream.action.manual-only');
});

it('--format takes precedence over the content of a file', async () => {
  const notes = files.path('prose.txt');
  writeFileSync(notes, 'Nothing of a stream is in here.\n');
  expect((await runInProcess(['check', notes])).code).toBe(2);
  expect((await runInProcess(['check', notes, '--format', 'sse'])).code).toBe(3);
});

it('--verbose lists the requirements that passed', async () => {
  const short = await runInProcess(['check', plain]);
  const long = await runInProcess(['check', plain, '--verbose']);
  expect(short.stdout).not.toContain('stream.terminal.exactly-one');
  expect(long.stdout).toContain('✓ stream.terminal.exactly-one');
});
