import { availableParallelism } from 'node:os';
import { FileSource } from '../../src/conformance/recording/file-source.ts';
import { judgeInput } from '../../src/conformance/recording/judge-input.ts';
import { judgeInputs } from '../../src/conformance/run/judge-inputs.ts';
import { parseAndValidate, scanAndParse } from './baselines.ts';
import type { Figure } from './figure.ts';
import { INPUT_KINDS, writeInputs } from './inputs.ts';
import { compare } from './measure.ts';

const FILES = 100;
const FILE_BYTES = 1_000_000;
const ROUNDS = 5;

/** Throughput of full judging, against the least that reading can mean (R) and against libraries put together (N). */
export async function benchJudging(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of INPUT_KINDS) {
    const paths = writeInputs(folder, kind, FILES, FILE_BYTES);
    const sources = paths.map((path) => ({ source: new FileSource(path), format: 'sse' as const }));
    const bytes = sources.reduce((sum, { source }) => sum + source.size, 0);
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
        one: () => judgeInputs(sources, { jobs: 1 }),
        two: () => judgeInputs(sources, { jobs: 2 }),
      },
      ROUNDS,
    );
    const speed = (time: number) => `${(bytes / 1e6 / time).toFixed(0)} MB/s`;
    const of = `${kind.name} (${kind.description})`;
    figures.push(
      {
        name: `judging ${of}, to R`,
        ratio: times.R / times.judge,
        goal: { atLeast: 1 },
        detail: `${speed(times.judge)}; R ${speed(times.R)}`,
      },
      {
        name: `judging ${of}, to N`,
        ratio: times.N / times.judge,
        goal: { atLeast: 2 },
        detail: `N ${speed(times.N)}`,
      },
      {
        name: `judging ${of}, --jobs 2 to --jobs 1`,
        ratio: times.one / times.two,
        goal: { atLeast: 1.6 },
        detail: `${speed(times.two)}, on ${availableParallelism()} cores`,
      },
    );
  }
  return figures;
}
