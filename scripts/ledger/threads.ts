import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import type { Depth } from '../../src/conformance/run/depth.ts';
import { runLimited } from '../../src/conformance/run/schedule.ts';
import type { JudgedBreakage, WholeReport } from './breakages.ts';
import type { Judged } from './families/judge-alteration.ts';
import type { Proof } from './proofs.ts';

/** What a thread can judge, by kind. */
export interface Tasks {
  readonly breakage: { readonly id: string; readonly unproven?: readonly string[] };
  readonly whole: { readonly id: string };
  readonly combination: { readonly variants: readonly string[] };
  readonly openAnswers: { readonly seed: number };
  readonly openBreakage: { readonly seed: number; readonly id: string };
  readonly alteration: { readonly id: string; readonly depth?: Depth; readonly likely?: readonly string[] };
  readonly proof: Proof;
}

/** What a thread returns, by kind. */
export interface Verdicts {
  readonly breakage: JudgedBreakage;
  readonly whole: WholeReport;
  readonly combination: readonly string[];
  readonly openAnswers: readonly string[];
  /** Whether the breakage was found. */
  readonly openBreakage: boolean;
  readonly alteration: Judged;
  readonly proof: Proof;
}

export type Answer = { readonly verdict: unknown } | { readonly problem: string };

/** Threads that judge altered servers. Each thread judges one server at a time, because a simulation needs the whole thread. */
export class Threads {
  readonly #workers: readonly Worker[];
  readonly #idle: Worker[];

  constructor(jobs: number, traffic: Traffic) {
    const program = new URL('worker.ts', import.meta.url);
    this.#workers = Array.from({ length: jobs }, () => new Worker(program, { workerData: traffic }));
    this.#idle = [...this.#workers];
  }

  /**
   * Judges a list of servers.
   *
   * @param taskOf describes a task, called just before it is judged
   * @returns the problems that prevented servers from being judged
   */
  async judgeAll<Item, Kind extends keyof Tasks>(
    kind: Kind,
    items: readonly Item[],
    taskOf: (item: Item) => Tasks[Kind],
    onVerdict: (verdict: Verdicts[Kind], item: Item) => void,
  ): Promise<string[]> {
    const problems: string[] = [];
    await runLimited(items, this.#workers.length, async (item) => {
      const worker = this.#idle.pop() as Worker;
      const task = taskOf(item);
      worker.postMessage({ kind, task });
      const [answer] = (await once(worker, 'message')) as [Answer];
      this.#idle.push(worker);
      if ('problem' in answer)
        problems.push(`not judged: ${JSON.stringify(task).slice(0, 200)}: ${answer.problem}`);
      else onVerdict(answer.verdict as Verdicts[Kind], item);
    });
    return problems;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
