import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type FoundInput, findInputs } from '../../../src/conformance/files/find-inputs.ts';
import { judgeEach } from '../../../src/conformance/files/judge-inputs.ts';
import { FileSource } from '../../../src/conformance/recordings/file-source.ts';
import { makeWorkspace, readRecording, recording } from '../../cli/workspace.ts';
import { outcomesOf } from './outcomes-of.ts';

const files = makeWorkspace();

async function judgeAll(names: readonly string[], jobs: number, onProgress?: (bytes: number) => void) {
  const stdin = Readable.from([readRecording('valid/plain.sse')]);
  const { inputs, problems } = await findInputs(names, () => stdin);
  expect(problems).toEqual([]);
  return { inputs, outcomes: await outcomesOf(inputs, { jobs, onProgress }) };
}

describe('judging several inputs', () => {
  const globs = [recording('valid/*.sse'), recording('broken/*.sse')];

  it('gives the same judgements in the same order with any number of threads', async () => {
    const one = await judgeAll(globs, 1);
    expect(one.outcomes).toHaveLength(48);
    for (const jobs of [2, 3]) expect((await judgeAll(globs, jobs)).outcomes).toEqual(one.outcomes);
  });

  it('returns the verdicts in the order of the inputs', async () => {
    const { outcomes } = await judgeAll(globs, 2);
    const violated = outcomes.map(
      (outcome) =>
        'judgement' in outcome && [...outcome.judgement.rows.values()].some((row) => row.violations > 0),
    );
    expect(violated).toEqual([...Array(16).fill(false), ...Array(32).fill(true)]);
  });

  it('judges standard input together with files', async () => {
    const { inputs, outcomes } = await judgeAll(
      [recording('broken/start-missing.sse'), '-', recording('valid/plan.sse')],
      2,
    );
    expect(inputs.map(({ source }) => source.name.replace(/.*\//, ''))).toEqual([
      'start-missing.sse',
      '-',
      'plan.sse',
    ]);
    const alone = await judgeAll([recording('valid/plain.sse')], 1);
    expect(outcomes[1]).toEqual(alone.outcomes[0]);
  });

  it.each([1, 2])(
    'reports an input that turns out to be unusable and judges the others, with %i jobs',
    async (jobs) => {
      const har = files.write('bad.har', '{"log":{}}');
      const { outcomes } = await judgeAll(
        [recording('valid/plain.sse'), har, recording('valid/plan.sse')],
        jobs,
      );
      expect(outcomes).toEqual([
        { judgement: expect.anything() },
        { problem: `cannot judge ${har}: /log/entries of the archive is not a list` },
        { judgement: expect.anything() },
      ]);
    },
  );

  it.each([1, 2])('reports progress up to the size of all inputs, with %i jobs', async (jobs) => {
    const told: number[] = [];
    const { inputs } = await judgeAll(globs, jobs, (bytes) => told.push(bytes));
    const total = inputs.reduce((sum, { source }) => sum + (source.size ?? 0), 0);
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(Math.max(...told)).toBeLessThanOrEqual(total);
    if (jobs === 1) expect(told.at(-1)).toBe(total);
  });

  it('judges compressed files like their content, and decompresses some ahead', async () => {
    const contents = ['plain', 'plan', 'ping', 'cancelled', 'failover'].map((name) =>
      readRecording(`valid/${name}.sse`),
    );
    const plain = contents.map((content, index) => files.write(`${index}.sse`, content));
    const packed = contents.map((content, index) =>
      index % 2 === 0
        ? files.write(`${index}.sse.gz`, gzipSync(content))
        : files.write(`${index}.sse.zst`, zstdCompressSync(content)),
    );
    const { outcomes } = await judgeAll(packed, 1);
    expect(outcomes).toEqual((await judgeAll(plain, 1)).outcomes);
  });

  it('names the damaged compressed file and judges the files after it', async () => {
    const good = gzipSync(readRecording('valid/plain.sse'));
    const damaged = files.write('damaged.gz', good.subarray(0, -20));
    const rest = [1, 2, 3].map((index) => files.write(`after-${index}.gz`, good));
    const inputs = [damaged, ...rest].map((path) => packedInput(path));
    expect(await outcomesOf(inputs)).toEqual([
      { problem: `cannot read ${damaged}: its gzip data is damaged (unexpected end of file)` },
      ...rest.map(() => ({ judgement: expect.anything() })),
    ]);
  });

  it('closes the files that it began to decompress when it cannot continue', async () => {
    const long = gzipSync(Buffer.concat([Buffer.from('data: '), randomBytes(1_000_000)]));
    const paths = [1, 2, 3, 4].map((index) => files.write(`long-${index}.gz`, long));
    const judging = judgeEach(paths.map(packedInput), {}, () => {
      throw new Error('no room for the outcome');
    });
    await expect(judging).rejects.toThrow('no room for the outcome');
    await expect.poll(() => openFiles().filter((path) => paths.includes(path))).toEqual([]);
  });
});

/** An input whose beginning has been read. */
function packedInput(path: string): FoundInput {
  const source = new FileSource(path);
  source.packing = 'gzip';
  return { source, format: 'sse' };
}

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').map((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      return 'closed meanwhile';
    }
  });
}
