import { FAMILIES } from '../../../src/alterations/families/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { judgeInThreads } from '../judge-in-threads.ts';
import { Progress } from '../progress.ts';
import type { Judged } from './judge-alteration.ts';
import { observeTraffic } from './observe-traffic.ts';
import { takeSample } from './sample.ts';
import type { WorkerData } from './worker.ts';

export interface FamilyOptions {
  /** Names of families; all by default. */
  readonly families?: readonly string[] | undefined;
  /** Judges only this many alterations of each family, chosen by the seed. */
  readonly sample?: number | undefined;
  readonly seed?: number;
  /** Only alterations whose id contains this text. */
  readonly containing?: string | undefined;
  /** Continues from the results of an interrupted run. */
  readonly isResumed?: boolean;
  /** Keeps the results so far, so that the run can be resumed. */
  readonly isKept?: boolean;
  readonly jobs: number;
}

const EVERY = 100;

/** Generates the alterations of families from the traffic of a sound run, and judges them. */
export async function runFamilies({
  families,
  sample = Number.POSITIVE_INFINITY,
  seed = 1,
  containing = '',
  isResumed = false,
  isKept = false,
  jobs,
}: FamilyOptions): Promise<Judged[]> {
  const traffic = await observeTraffic(CHECKS);
  const ids = FAMILIES.filter(({ name }) => families?.includes(name) ?? true).flatMap((family) => {
    const all = [...family.generate(traffic)].map(({ id }) => id).filter((id) => id.includes(containing));
    return takeSample(all, sample, seed);
  });
  const progress = isKept || isResumed ? new Progress<Judged>('families.jsonl', isResumed) : undefined;
  const results = new Map(progress?.earlier.map((judged) => [judged.id, judged]));
  const left = ids.filter((id) => !results.has(id));
  const begun = performance.now();
  let count = 0;
  const program = new URL('worker.ts', import.meta.url);
  const workerData: WorkerData = { traffic };
  await judgeInThreads<Judged>(left, { program, jobs, workerData }, (judged) => {
    results.set(judged.id, judged);
    if (isKept) progress?.add(judged);
    count += 1;
    if (count % EVERY === 0) showProgress(count, left.length, performance.now() - begun);
  });
  return ids.flatMap((id) => results.get(id) ?? []);
}

function showProgress(count: number, all: number, elapsed: number): void {
  const left = Math.round(((elapsed / count) * (all - count)) / 60_000);
  console.error(`${count} of ${all} alterations judged, about ${left} minutes left`);
}
