import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { runLimited } from '../../src/conformance/run/schedule.ts';
import { type Judges, judgesOf, type TaskKind, type Tasks, type Verdicts } from './judges.ts';

/** A judged server leaves much garbage of a short life: with more room than by default, less of it is copied. Saves a tenth of the time. */
const YOUNG_MEGABYTES = 128;

/** A task of which the suite got something wrong. */
export interface FailedTask<Each extends TaskKind = TaskKind> {
  readonly kind: Each;
  readonly task: Tasks[Each];
}

export type Answer = { readonly verdict: unknown } | { readonly problem: string };

/** Threads that judge altered servers. Each thread judges one server at a time, because a simulation needs the whole thread. */
export class Threads {
  readonly #workers: readonly Worker[];
  readonly #idle: Worker[];
  readonly #judges: Judges;
  /** The tasks with a problem, so far. */
  readonly failed: FailedTask[] = [];

  constructor(jobs: number, traffic: Traffic) {
    const program = new URL('worker.ts', import.meta.url);
    const options = { workerData: traffic, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES } };
    this.#workers = Array.from({ length: jobs }, () => new Worker(program, options));
    this.#idle = [...this.#workers];
    this.#judges = judgesOf(() => traffic);
  }

  /**
   * Judges a list of servers.
   *
   * @param taskOf describes a task, called just before it is judged
   * @returns what the suite got wrong, and the reasons why servers could not be judged
   */
  async judgeAll<Item, Each extends TaskKind>(
    kind: Each,
    items: readonly Item[],
    taskOf: (item: Item) => Tasks[Each],
    onVerdict: (verdict: Verdicts[Each], item: Item) => void = () => {},
  ): Promise<string[]> {
    const problems: string[] = [];
    await runLimited(items, this.#workers.length, async (item) => {
      const worker = this.#idle.pop() as Worker;
      const task = taskOf(item);
      worker.postMessage({ kind, task });
      const [answer] = (await once(worker, 'message')) as [Answer];
      this.#idle.push(worker);
      const found = this.#problemsOf(kind, task, answer);
      if (found.length > 0) this.failed.push({ kind, task });
      problems.push(...found);
      if ('verdict' in answer) onVerdict(answer.verdict as Verdicts[Each], item);
    });
    return problems;
  }

  #problemsOf<Each extends TaskKind>(kind: Each, task: Tasks[Each], answer: Answer): readonly string[] {
    return 'problem' in answer
      ? [`not judged: ${JSON.stringify(task).slice(0, 200)}: ${answer.problem}`]
      : this.#judges[kind].problemsOf(answer.verdict as Verdicts[Each], task);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
