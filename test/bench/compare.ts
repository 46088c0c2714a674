import { readFileSync } from 'node:fs';
import { type Figure, measuredOf } from './figure.ts';

/** What `npm run bench` writes to reports/bench.json. */
export interface BenchRun {
  readonly machine: Machine;
  readonly figures: readonly Figure[];
}

export interface Machine {
  readonly node: string;
  readonly cpu: string | undefined;
  readonly cores: number;
}

/** A file that is no earlier run, or one of another machine. */
export class CompareError extends Error {
  readonly code = 'not-comparable';
}

/** Reads an earlier run. @throws CompareError unless it is one of the same machine and Node */
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

/** By how much each figure changed, as a share of what it was, by its name. Figures that only one run has are left out. */
export function changesSince(earlier: BenchRun, figures: readonly Figure[]): ReadonlyMap<string, number> {
  const before = new Map(earlier.figures.map((figure) => [figure.name, measuredOf(figure)]));
  return new Map(
    figures.flatMap((figure) => {
      const was = before.get(figure.name);
      return was === undefined || was === 0 ? [] : [[figure.name, measuredOf(figure) / was - 1] as const];
    }),
  );
}
