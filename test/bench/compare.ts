import { readFileSync } from 'node:fs';
import { type Figure, measuredOf } from './figure.ts';

/** The content of reports/bench.json, which `npm run bench` writes. */
export interface BenchRun {
  readonly machine: Machine;
  readonly figures: readonly Figure[];
}

export interface Machine {
  readonly node: string;
  readonly cpu: string | undefined;
  readonly cores: number;
}

/** The file is not an earlier run, or is from another machine. */
export class CompareError extends Error {
  readonly code = 'not-comparable';
}

/** Reads an earlier run. @throws CompareError unless it is from the same machine and Node version */
export function readRun(file: string, machine: Machine): BenchRun {
  const run = parseRun(file);
  const [now, then] = [machine, run.machine].map(describeMachine);
  if (now !== then) throw new CompareError(`${file} is of another machine: ${then}; this one is ${now}`);
  return run;
}

function parseRun(file: string): BenchRun {
  try {
    const run = JSON.parse(readFileSync(file, 'utf8')) as BenchRun;
    if (Array.isArray(run.figures) && typeof run.machine === 'object' && run.machine !== null) return run;
  } catch (cause) {
    throw new CompareError(`${file} cannot be read as an earlier run`, { cause });
  }
  throw new CompareError(`${file} is no earlier run; name a reports/bench.json that was kept`);
}

function describeMachine({ node, cpu, cores }: Machine): string {
  return `${cpu}, ${cores} cores, Node ${node}`;
}

/** The median of each figure in several runs. */
export function medianOf(runs: readonly BenchRun[]): BenchRun {
  const [first] = runs;
  if (first === undefined) throw new RangeError('there is no run');
  const figures = first.figures.map((figure) => {
    const same = runs.flatMap((run) => run.figures.filter(({ name }) => name === figure.name));
    return same.toSorted((a, b) => measuredOf(a) - measuredOf(b))[same.length >> 1] ?? figure;
  });
  return { ...first, figures };
}

/** The names of figures with a goal that became worse by more than this share. */
export function fallen(
  figures: readonly Figure[],
  changes: ReadonlyMap<string, number>,
  share: number,
): readonly string[] {
  return figures.flatMap(({ name, goal }) => {
    const change = changes.get(name) ?? 0;
    const worse = goal && 'atLeast' in goal ? -change : change;
    return goal && worse > share ? [name] : [];
  });
}

/** The relative change of each figure, by its name. Figures that only one run has are left out. */
export function changesSince(earlier: BenchRun, figures: readonly Figure[]): ReadonlyMap<string, number> {
  const before = new Map(earlier.figures.map((figure) => [figure.name, measuredOf(figure)]));
  return new Map(
    figures.flatMap((figure) => {
      const was = before.get(figure.name);
      return was === undefined || was === 0 ? [] : [[figure.name, measuredOf(figure) / was - 1] as const];
    }),
  );
}
