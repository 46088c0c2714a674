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

/** Compares the throughput of judging with R and N (see baselines.ts), and that of two threads with one. */
export async function benchJudging(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const all: string[] = [];
  for (const kind of INPUT_KINDS) {
    const paths = writeInputs(folder, kind, FILES, FILE_BYTES);
    all.push(...paths);
    figures.push(...(await benchKind(kind, paths)));
  }
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
    { name: `judging ${of}, to R`, ratio: times.R / times.judge, goal: { atLeast: 1 }, detail },
    { name: `judging ${of}, to N`, ratio: times.N / times.judge, goal: { atLeast: 2 } },
  ];
}

function speedOf(paths: readonly string[]): (seconds: number) => string {
  const bytes = paths.reduce((sum, path) => sum + new FileSource(path).size, 0);
  return (seconds) => `${(bytes / 1e6 / seconds).toFixed(0)} MB/s`;
}
