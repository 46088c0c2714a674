/** Upper bounds of the durations of turns, in seconds. */
const BUCKETS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 1800] as const;

/** The current number of each. */
export interface Gauges {
  readonly turns: number;
  readonly interactions: number;
  readonly streams: number;
}

/**
 * Counts what the server does, for Prometheus. Whatever clients and programs send, the labels have few values and contain none of their
 * text.
 */
export class Metrics {
  readonly #turns = new Map<string, number>();
  readonly #durations: number[] = BUCKETS.map(() => 0);
  #seconds = 0;
  #count = 0;

  /** @param failure the code that clients get, one of a few; absent if the turn did not fail */
  turnOver(end: string, failure: string | undefined, milliseconds: number): void {
    const labels = `end="${end}",failure="${failure ?? ''}"`;
    this.#turns.set(labels, (this.#turns.get(labels) ?? 0) + 1);
    const seconds = milliseconds / 1000;
    this.#seconds += seconds;
    this.#count += 1;
    for (const [index, bound] of BUCKETS.entries()) {
      if (seconds <= bound) this.#durations[index] = (this.#durations[index] ?? 0) + 1;
    }
  }

  /** The text format of Prometheus. */
  render({ turns, interactions, streams }: Gauges): string {
    const duration = `${PREFIX}turn_duration_seconds`;
    return [
      ...metric('turns_total', 'counter', 'Turns that have ended, by end and failure code.'),
      ...Array.from(this.#turns, ([labels, count]) => `${PREFIX}turns_total{${labels}} ${count}`),
      ...metric('turn_duration_seconds', 'histogram', 'Time from the beginning to the end of a turn.'),
      ...BUCKETS.map((bound, index) => `${duration}_bucket{le="${bound}"} ${this.#durations[index]}`),
      `${duration}_bucket{le="+Inf"} ${this.#count}`,
      `${duration}_sum ${this.#seconds}`,
      `${duration}_count ${this.#count}`,
      ...gauge('turns_running', 'Turns that are running.', turns),
      ...gauge('interactions_open', 'Interactions that are waiting for an answer.', interactions),
      ...gauge('streams_open', 'Streams that are open.', streams),
      '',
    ].join('\n');
  }
}

const PREFIX = 'conversation_api_';

function gauge(name: string, help: string, value: number): string[] {
  return [...metric(name, 'gauge', help), `${PREFIX}${name} ${value}`];
}

function metric(name: string, type: string, help: string): string[] {
  return [`# HELP ${PREFIX}${name} ${help}`, `# TYPE ${PREFIX}${name} ${type}`];
}
