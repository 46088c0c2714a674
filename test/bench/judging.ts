import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { findInputs } from '../../src/conformance/files/find-inputs.ts';
import { judgeEach } from '../../src/conformance/files/judge-inputs.ts';
import { FileSource } from '../../src/conformance/recordings/file-source.ts';
import { judgeInput } from '../../src/conformance/recordings/judge-input.ts';
import { parseAndValidate, scanAndParse } from './baselines.ts';
import type { Figure } from './figure.ts';
import { INPUT_KINDS, type InputKind, writeInputs } from './inputs.ts';
import { compare } from './measure.ts';
import { benchThreads } from './threads.ts';

const FILES = 100;
const FILE_BYTES = 1_000_000;
const ROUNDS = 5;
const GOALS = { A: { R: 2.5, N: 3 }, B: { R: 2, N: 3 }, C: { R: 2, N: 2.5 } } as const;

/** Compares the throughput of judging with R and N (see baselines.ts), and that of two threads with one. */
export async function benchJudging(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const all: string[] = [];
  for (const kind of INPUT_KINDS) {
    const paths = writeInputs(folder, kind, FILES, FILE_BYTES);
    all.push(...paths);
    figures.push(...(await benchKind(kind, paths)));
  }
  figures.push(await benchGzip(all));
  figures.push(...(await benchThreads(all)));
  return figures;
}

/** Compares judging with R and N in one warm process, on one core. */
async function benchKind({ name, description }: InputKind, paths: readonly string[]): Promise<Figure[]> {
  const forAll = (work: (path: string) => unknown) => () => {
    for (const path of paths) work(path);
  };
  const times = await compare(
    {
      R: forAll(scanAndParse),
      N: forAll(parseAndValidate),
      judge: async () => {
        for (const path of paths) await judgeInput(new FileSource(path), 'sse');
      },
    },
    ROUNDS,
  );
  const speed = speedOf(paths);
  const of = `${name} (${description})`;
  const detail = `${speed(times.judge)}; R ${speed(times.R)}; N ${speed(times.N)}`;
  return [
    { name: `judging ${of}, to R`, ratio: times.R / times.judge, goal: { atLeast: GOALS[name].R }, detail },
    { name: `judging ${of}, to N`, ratio: times.N / times.judge, goal: { atLeast: GOALS[name].N } },
  ];
}

/** Compares judging compressed files with judging the same bytes uncompressed, both as the command does. Decompression runs in parallel. */
async function benchGzip(paths: readonly string[]): Promise<Figure> {
  const packed = paths.map((path) => {
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
    return `${path}.gz`;
  });
  const judging = async (names: readonly string[]) => {
    const { inputs } = await findInputs(names, () => process.stdin);
    return () => judgeEach(inputs, {}, () => {});
  };
  const times = await compare({ plain: await judging(paths), packed: await judging(packed) }, ROUNDS);
  for (const path of packed) rmSync(path);
  const speed = speedOf(paths);
  return {
    name: 'judging gzip, to judging the same bytes unpacked, time',
    ratio: times.packed / times.plain,
    goal: { atMost: 1.15 },
    detail: `${speed(times.packed)}; unpacked ${speed(times.plain)}`,
  };
}

function speedOf(paths: readonly string[]): (seconds: number) => string {
  const bytes = paths.reduce((sum, path) => sum + new FileSource(path).size, 0);
  return (seconds) => `${(bytes / 1e6 / seconds).toFixed(0)} MB/s`;
}
