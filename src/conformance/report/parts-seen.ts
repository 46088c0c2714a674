import type { Shard } from '../files/shard.ts';
import { ReportError } from './read-report.ts';

/** The most missing parts that are named. */
const NAMED = 20;

/** The parts of a run whose reports were read. */
export class PartsSeen {
  readonly #count: number;
  readonly #first: string;
  readonly #names = new Map<number, string>();

  /** @param first name of the first report, for messages */
  constructor(first: string, count: number) {
    this.#first = first;
    this.#count = count;
  }

  /** @throws ReportError when the part was already read, or the run has a different number of parts */
  add({ index, count }: Shard, name: string): void {
    if (count !== this.#count)
      throw new ReportError(`${name} is of another run than ${this.#first}: it has ${count} parts`);
    const before = this.#names.get(index);
    if (before !== undefined) throw new ReportError(`${before} and ${name} are both part ${index}`);
    this.#names.set(index, name);
  }

  /** Names each missing part as a separate reason. */
  missing(): string[] {
    const missing: string[] = [];
    for (let index = 1; index <= this.#count; index += 1)
      if (!this.#names.has(index)) missing.push(`part ${index} of ${this.#count} is missing`);
    const rest = missing.length - NAMED;
    return rest > 0 ? [...missing.slice(0, NAMED), `${rest} more parts are missing`] : missing;
  }
}
