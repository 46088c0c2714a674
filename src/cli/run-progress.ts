import type { CheckReport } from '../conformance/report/model.ts';
import type { Shortening } from '../conformance/run/explore.ts';
import type { Output } from './io.ts';

/** The parts of a check that the progress shows. */
interface Running {
  readonly id: string;
  /** How long it waits, in milliseconds of the service's time. */
  readonly waits?: number;
}

/** Checks that have run for this long are named, in milliseconds of the real clock. */
const LONG = 5000;
const BETWEEN_DRAWINGS_MS = 1000;
/** How often a log gets a line. CI systems expect output now and then. */
const BETWEEN_LINES_MS = 30_000;

export interface ProgressOptions {
  /** Number of checks of the run; undefined for sequences, whose number is not known in advance. */
  readonly checks: number | undefined;
  /** About how many turns of the checks reach a model. */
  readonly modelTurns: number;
  readonly timeScale: number;
  readonly now?: () => number;
}

/** Shows the progress of a run: on a terminal, one line that is redrawn; in a log, a line every 30 seconds. */
export class RunProgress {
  readonly #output: Output;
  readonly #total: string;
  readonly #timeScale: number;
  readonly #now: () => number;
  readonly #begun: number;
  /** When each running check began, and when its wait ends. */
  readonly #running = new Map<string, { readonly begun: number; readonly due: number }>();
  readonly #ended = { all: 0, violated: 0, incomplete: 0 };
  /** What the run does after its checks, or instead of new sequences. */
  #after = '';
  /** The requirement whose violation is being shortened. */
  #shortening: string | undefined;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    output: Output,
    { checks, modelTurns, timeScale, now = () => performance.now() }: ProgressOptions,
  ) {
    this.#output = output;
    const turns = modelTurns > 0 ? `, about ${modelTurns} turns to a model` : '';
    this.#total = checks === undefined ? ' sequences' : `/${checks} checks${turns}`;
    this.#timeScale = timeScale;
    this.#now = now;
    this.#begun = now();
  }

  /** Writes at regular intervals until `clear`. */
  start(): void {
    const period = this.#output.isTTY ? BETWEEN_DRAWINGS_MS : BETWEEN_LINES_MS;
    this.#timer = setInterval(() => this.write(), period);
    this.#timer.unref();
  }

  begin({ id, waits = 0 }: Running): void {
    const wait = waits / this.#timeScale;
    const begun = this.#now();
    this.#running.set(id, { begun, due: wait >= LONG ? begun + wait : begun });
  }

  end({ id }: Running, status: CheckReport['status']): void {
    this.#running.delete(id);
    this.#ended.all += 1;
    if (status === 'violated' || status === 'incomplete') this.#ended[status] += 1;
    if (this.#output.isTTY) this.write();
  }

  /** Shows that the run looks for a violation of a check in smaller situations, which takes a while after the last check. */
  lookAgain({ id }: Running, left: number): void {
    if (this.#after === '' && !this.#output.isTTY)
      this.#output.write('all checks have ended; looking for smaller situations that show the violations\n');
    this.#after = `looking for a smaller situation that shows the violation of ${id}, at most ${left} more`;
    if (this.#output.isTTY) this.write();
  }

  /**
   * Shows how far a sequence that shows a violation is shortened. No other sequence runs meanwhile.
   *
   * @param now undefined once the sequence is as short as possible
   */
  shorten(now: Shortening | undefined): void {
    const isNew = now?.requirement !== this.#shortening;
    this.#shortening = now?.requirement;
    this.#after = now
      ? `shortening the sequence that violates ${now.requirement}: ${now.steps} ${now.steps === 1 ? 'step' : 'steps'}, at most ${now.turnsLeft} more turns`
      : '';
    if (now && (isNew || this.#output.isTTY)) this.write();
  }

  /** Writes a line that stays above the progress. */
  announce(line: string | undefined): void {
    if (line === undefined) return;
    this.#output.write(this.#output.isTTY ? `\r\u001b[2K${line}\n` : `${line}\n`);
  }

  /** Acknowledges a signal at once, since the running checks need some seconds to clean up. */
  stop(): void {
    this.#isStopping = true;
    this.write();
  }

  write(): void {
    const text = this.#describe();
    if (this.#output.isTTY)
      this.#output.write(`\r\u001b[2K${text.slice(0, (this.#output.columns ?? 80) - 1)}`);
    else this.#output.write(`${text}\n`);
  }

  /** Ends the progress, and erases its line on a terminal. */
  clear(): void {
    clearInterval(this.#timer);
    if (this.#output.isTTY) this.#output.write('\r\u001b[2K');
  }

  #describe(): string {
    const { all, violated, incomplete } = this.#ended;
    const parts = [
      `${formatTime(this.#now() - this.#begun)} ${all}${this.#total}`,
      ...(violated > 0 ? [`${violated} failed`] : []),
      ...(incomplete > 0 ? [`${incomplete} incomplete`] : []),
    ].join(', ');
    const state = this.#isStopping
      ? 'stopping and cleaning up; press Ctrl-C again to end at once'
      : this.#after || this.#describeRunning();
    return state === '' ? parts : `${parts}; ${state}`;
  }

  /** Names the check that delays the run most: the one whose wait ends last, or else the one whose wait ended first, or that began first. */
  #describeRunning(): string {
    const now = this.#now();
    const shown = [...this.#running].filter(([, { begun, due }]) => due > now || now - begun >= LONG);
    const waits = shown.filter(([, { due }]) => due > now);
    const [last] =
      waits.length > 0
        ? waits.sort(([, a], [, b]) => b.due - a.due)
        : shown.sort(([, a], [, b]) => a.due - b.due);
    if (!last) return '';
    const [id, { begun, due }] = last;
    const more = shown.length > 1 ? ` and ${shown.length - 1} more` : '';
    // A check does more than wait, and may begin its wait late.
    return due > now
      ? `waiting ${formatTime(due - now)} for ${id}${more}`
      : `${id} has run for ${formatTime(now - begun)}${more}`;
  }
}

/** Writes a duration as `0:07` or `12:30`. */
function formatTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
