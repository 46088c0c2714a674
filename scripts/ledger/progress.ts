import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

const FOLDER = new URL('../../reports/', import.meta.url);

/** The results of a long run, one in each line of a file in reports/, so that a run can go on after an interruption. */
export class Progress<Result> {
  readonly #file: URL;
  /** The results of the run that goes on. Empty for a new run. */
  readonly earlier: readonly Result[];

  /** @param isResumed whether the run goes on. Otherwise the results of the last run are deleted. */
  constructor(name: string, isResumed: boolean) {
    this.#file = new URL(name, FOLDER);
    mkdirSync(FOLDER, { recursive: true });
    if (!isResumed) rmSync(this.#file, { force: true });
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '';
    const lines = text.split('\n').filter(Boolean);
    this.earlier = lines.map((line) => JSON.parse(line) as Result);
  }

  add(result: Result): void {
    appendFileSync(this.#file, `${JSON.stringify(result)}\n`);
  }
}
