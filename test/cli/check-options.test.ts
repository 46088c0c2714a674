import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/arguments.ts';
import { readCheckOptions } from '../../src/cli/check-options.ts';

describe('the command line of check', () => {
  it('by default detects the format of files, judges one at a time and reports text', () => {
    expect(readCheckOptions(['a.sse', '-'])).toEqual({
      files: ['a.sse', '-'],
      lists: [],
      shard: undefined,
      format: undefined,
      places: [{ reporter: 'pretty' }],
      isVerbose: false,
      failsOnWarning: false,
      jobs: 1,
      judging: { permissionMode: undefined, isPartial: false, eventBytes: undefined, inputBytes: undefined },
    });
  });

  it('reads every flag', () => {
    const line =
      'a --files-from l --files-from=m --shard 2/3 --format har --permission-mode auto --partial --reporter json --output r.json --fail-on warning --jobs 4 --max-event-bytes 10 --max-input-bytes=20';
    expect(readCheckOptions(line.split(' '))).toEqual({
      files: ['a'],
      lists: ['l', 'm'],
      shard: { index: 2, count: 3 },
      format: 'har',
      places: [{ reporter: 'json', file: 'r.json' }],
      isVerbose: false,
      failsOnWarning: true,
      jobs: 4,
      judging: { permissionMode: 'auto', isPartial: true, eventBytes: 10, inputBytes: 20 },
    });
  });

  it('accepts several reports, each with its file', () => {
    const { places } = readCheckOptions(['a', '--reporter', 'html=r.html,github']);
    expect(places).toEqual([{ reporter: 'html', file: 'r.html' }, { reporter: 'github' }]);
  });

  it('treats --format auto as the default, and arguments after -- as files', () => {
    expect(readCheckOptions(['--format', 'auto', '--', '--partial'])).toMatchObject({
      format: undefined,
      files: ['--partial'],
    });
  });

  it.each(
    Object.entries({
      '': 'check needs a URL, a file, a glob in quotes, or - for standard input; see check --help',
      'a --formt sse': 'there is no flag --formt (did you mean --format?); --help lists the flags',
      '- --files-from -': 'standard input (-) cannot be both a recording and the list of --files-from',
      '--files-from - --files-from -': 'standard input (-) is given twice; it can be read once',
      '- --shard 1/2': '--shard divides files by their names; standard input (-) has no name',
      'a --shard 3/2': '--shard cannot be "3/2"; write I/N, such as 1/4 for the first of four parts',
      'a --only x': '--only works only with check URL; leave it out',
      'a -x': 'there is no flag -x; --help lists the flags',
      'a --format': '--format needs a value, one of sse, recording, har, auto',
      'a --output': '--output needs a value; write --output=VALUE',
      'a --output --partial': '--output needs a value; write --output=VALUE',
      'a --output=': '--output needs a value; is a variable of your script empty?',
      'a --output -': '--output is a file; without --output the report goes to standard output',
      'a --partial=yes': '--partial takes no value; write it alone',
      'a --no-partial': 'there is no flag --no-partial (did you mean --partial?); --help lists the flags',
      'a --format jsn':
        '--format cannot be "jsn" (did you mean sse?); it must be one of sse, recording, har, auto',
      'a --output a.json --output b.json': '--output is given twice; give it once',
      'a --reporter json --reporter junit':
        'standard output takes one report; give the others a file, as --reporter json=FILE,html=FILE',
      'a --reporter ,': '--reporter needs a value; is a variable of your script empty?',
      'a --jobs 0': '--jobs cannot be "0"; it must be a whole number from 1 to 256',
      'a --jobs 1.5': '--jobs cannot be "1.5"; it must be a whole number from 1 to 256',
      'a --jobs -2': '--jobs needs a value; write --jobs=VALUE',
      'a --max-event-bytes 1e3':
        '--max-event-bytes cannot be "1e3"; it must be a whole number from 1 to 268435456',
      'a --max-input-bytes 4MB':
        '--max-input-bytes cannot be "4MB"; it must be a whole number from 1 to 9007199254740991',
      '- -': 'standard input (-) is given twice; it can be read once',
      'a --partial --format recording':
        '--partial has no effect with --format recording, because a recording says how it ended',
      'a --verbose --reporter junit':
        '--verbose is for --reporter pretty; the other reports have every row anyway',
    }),
  )('refuses "%s"', (line, message) => {
    const args = line.split(' ').filter((arg) => arg !== '');
    expect(() => readCheckOptions(args)).toThrow(new UsageError(message));
  });

  it('refuses an empty name, as from an empty variable in a script', () => {
    expect(() => readCheckOptions(['a', ''])).toThrow('empty file name');
  });
});
