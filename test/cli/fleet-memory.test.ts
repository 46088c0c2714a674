import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Measured, spawnMeasured } from '../bench/spawn-measured.ts';
import { makeWorkspace, recording } from './workspace.ts';

const MAIN = new URL('../../src/cli/main.ts', import.meta.url).pathname;
const files = makeWorkspace();

/** Keeps young garbage small. It could grow to some 100 MiB and hide the memory that is really kept. */
const SMALL_YOUTH = '--max-semi-space-size=1';

/** Runs the command line in a process of its own, and measures its peak memory. */
function run(args: readonly string[]): Promise<Measured> {
  return spawnMeasured([SMALL_YOUTH, MAIN, ...args]).ended;
}

/** Writes a list of the given number of files with the same text. */
function listOf(count: number, name: string, text: string | Uint8Array): string {
  const paths = Array.from({ length: count }, (_, index) => files.write(`${name}/${index}`, text));
  return files.write(`${name}-${count}.txt`, paths.join('\n'));
}

/** The memory that more input may add: garbage that V8 lets pile up to a fixed limit. */
const MARGIN_MIB = 60;

describe('memory does not grow with', () => {
  it('the number of recordings that are summarized', async () => {
    const plain = readFileSync(recording('valid/plain.sse'));
    const check = (count: number) =>
      run([
        'check',
        '--files-from',
        listOf(count, 'plain', plain),
        '--reporter',
        `summary=${files.path('s.json')}`,
      ]);
    const [few, many] = [await check(10), await check(4000)];
    expect(many.stdout).toContain('conformant, recording: 4000 inputs (4000 conformant)');
    expect(many.mebibytes - few.mebibytes).toBeLessThan(MARGIN_MIB);
  });

  it('the number of reports that are merged', async () => {
    const broken = recording('broken/usage-strings.sse');
    for (const form of ['summary', 'json'])
      await run(['check', broken, '--reporter', `${form}=${files.path(form)}`]);
    const summary = readFileSync(files.path('summary'));
    const report = readFileSync(files.path('json'));
    const merge = (count: number) =>
      run([
        'merge',
        '--files-from',
        listOf(count, 'summaries', summary),
        '--files-from',
        listOf(count / 10, 'reports', report),
      ]);
    const [few, many] = [await merge(20), await merge(3000)];
    expect(few.stdout).toContain('nonconformant, recording: 22 inputs');
    expect(many.stdout).toContain('nonconformant, recording: 3300 inputs');
    expect(many.mebibytes - few.mebibytes).toBeLessThan(MARGIN_MIB);
  });

  it('the number of inputs in one report', async () => {
    await run([
      'check',
      recording('valid/plain.sse'),
      recording('broken/usage-strings.sse'),
      '--reporter',
      `json=${files.path('two')}`,
    ]);
    const report = JSON.parse(readFileSync(files.path('two'), 'utf8'));
    const write = (count: number) => {
      const file = openSync(files.path(`of-${count}.json`), 'w');
      const { targets, ...head } = report;
      writeSync(file, `${JSON.stringify(head).slice(0, -1)},"targets":[`);
      for (let index = 0; index < count; index += 1)
        writeSync(file, `${index > 0 ? ',' : ''}${JSON.stringify(targets[index % 2])}`);
      writeSync(file, ']}');
      closeSync(file);
      return files.path(`of-${count}.json`);
    };
    const [few, many] = [await run(['merge', write(50)]), await run(['merge', write(600)])];
    expect(many.stdout).toContain('nonconformant, recording: 600 inputs (300 conformant, 300 nonconformant)');
    expect(many.mebibytes - few.mebibytes).toBeLessThan(MARGIN_MIB);
  });
});
