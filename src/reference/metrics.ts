/** Upper bounds of the durations of turns, in seconds. */
const BUCKETS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 1800] as const;
const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
const OUTCOMES = ['answered', 'failed'] as const;
/** A value of a label that is not known when the server starts, so that the number of series does not grow. */
const OTHER = 'other';

export type CallOutcome = (typeof OUTCOMES)[number];

/** What is known when the server starts. Each has a series from then on, so that the first of each shows as an increase. */
export interface KnownSeries {
  readonly version: string;
  /** Version of the contract. */
  readonly contract: string;
  readonly operations: readonly string[];
  /** The codes of failed turns. */
  readonly failures: readonly string[];
  readonly providers: readonly string[];
  readonly connectors: readonly string[];
}

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
  readonly #info: Readonly<Record<string, string>>;
  readonly #requests: CounterPer;
  readonly #turns: CounterPer;
  readonly #providers: CounterPer;
  readonly #connectors: CounterPer;
  readonly #sessions: CounterPer;
  readonly #durations: number[] = BUCKETS.map(() => 0);
  #seconds = 0;
  #count = 0;

  constructor({ version, contract, operations, failures, providers, connectors }: KnownSeries) {
    this.#info = { version, contract };
    this.#requests = new CounterPer(['operation', 'status_class'], [...operations, OTHER], STATUS_CLASSES);
    this.#turns = new CounterPer(['end', 'failure'], ['completed', 'cancelled'], ['']);
    this.#turns.know(['error'], [...failures, OTHER]);
    this.#providers = new CounterPer(['provider', 'outcome'], providers, OUTCOMES);
    this.#connectors = new CounterPer(['connector', 'outcome'], connectors, OUTCOMES);
    this.#sessions = new CounterPer(['connector', ''], connectors, ['']);
  }

  /** Adds the series of providers and connectors that are new. The others keep their counts. */
  know({ providers, connectors }: Pick<KnownSeries, 'providers' | 'connectors'>): void {
    this.#providers.know(providers, OUTCOMES);
    this.#connectors.know(connectors, OUTCOMES);
    this.#sessions.know(connectors, ['']);
  }

  /** @param operation undefined for a request that is no operation of the contract */
  requestAnswered(operation: string | undefined, status: number): void {
    this.#requests.add(operation ?? OTHER, STATUS_CLASSES[Math.floor(status / 100) - 2] ?? '5xx');
  }

  /** @param failure the code that clients get, one of a few; absent if the turn did not fail */
  turnOver(end: string, failure: string | undefined, milliseconds: number): void {
    this.#turns.add(end, failure ?? '') || this.#turns.add('error', OTHER);
    const seconds = milliseconds / 1000;
    this.#seconds += seconds;
    this.#count += 1;
    for (const [index, bound] of BUCKETS.entries()) {
      if (seconds <= bound) this.#durations[index] = (this.#durations[index] ?? 0) + 1;
    }
  }

  /** A provider answered a turn last, or failed in it. Unknown providers are those of scripts. */
  providerUsed(provider: string, outcome: CallOutcome): void {
    this.#providers.add(provider, outcome);
  }

  connectorCalled(connector: string, outcome: CallOutcome): void {
    this.#connectors.add(connector, outcome);
  }

  connectorConnected(connector: string): void {
    this.#sessions.add(connector, '');
  }

  /** The text format of Prometheus, version 0.0.4. */
  render({ turns, interactions, streams }: Gauges): string {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const duration = `${PREFIX}turn_duration_seconds`;
    return [
      ...gauge(`${PREFIX}build_info`, 'Version of the server, and of its contract.', 1, this.#info),
      ...counter('requests_total', 'Requests by operation and class of the status.', this.#requests),
      ...counter('turns_total', 'Turns that have ended, by end and failure code.', this.#turns),
      ...metric(duration, 'histogram', 'Time from the beginning to the end of a turn.'),
      ...BUCKETS.map((bound, index) => `${duration}_bucket{le="${bound}"} ${this.#durations[index]}`),
      `${duration}_bucket{le="+Inf"} ${this.#count}`,
      `${duration}_sum ${this.#seconds}`,
      `${duration}_count ${this.#count}`,
      ...gauge(`${PREFIX}turns_running`, 'Turns that are running.', turns),
      ...gauge(`${PREFIX}interactions_open`, 'Interactions that are waiting for an answer.', interactions),
      ...gauge(`${PREFIX}streams_open`, 'Streams that are open.', streams),
      ...counter(
        'provider_turns_total',
        'Turns that a provider answered last, or failed in.',
        this.#providers,
      ),
      ...counter(
        'connector_calls_total',
        'Calls of tools by connector and outcome; failed lists of tools too.',
        this.#connectors,
      ),
      ...counter('connector_sessions_total', 'Sessions with a connector.', this.#sessions),
      ...metric('process_cpu_seconds_total', 'counter', 'Processor time of the process.'),
      `process_cpu_seconds_total ${(user + system) / 1e6}`,
      ...gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
      ...gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', STARTED),
      ...gauge('nodejs_heap_size_used_bytes', 'Used memory of the heap.', heapUsed),
      '',
    ].join('\n');
  }
}

const PREFIX = 'conversation_api_';
const STARTED = Math.round(performance.timeOrigin) / 1000;

/** Counts by one or two labels, whose values are known before. The name of a missing label is empty. */
class CounterPer {
  readonly #labels: readonly [string, string];
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(labels: readonly [string, string], firsts: readonly string[], seconds: readonly string[]) {
    this.#labels = labels;
    this.know(firsts, seconds);
  }

  know(firsts: readonly string[], seconds: readonly string[]): void {
    for (const first of firsts)
      if (!this.#counts.has(first)) this.#counts.set(first, new Map(seconds.map((second) => [second, 0])));
  }

  /** @returns whether the values are known; what is unknown is not counted */
  add(first: string, second: string): boolean {
    const counts = this.#counts.get(first);
    const count = counts?.get(second);
    if (!counts || count === undefined) return false;
    counts.set(second, count + 1);
    return true;
  }

  samples(name: string): string[] {
    const [one, other] = this.#labels;
    const labels = (first: string, second: string) =>
      labelsOf({ [one]: first, ...(other !== '' && { [other]: second }) });
    return [...this.#counts].flatMap(([first, counts]) =>
      Array.from(counts, ([second, count]) => `${name}${labels(first, second)} ${count}`),
    );
  }
}

function counter(name: string, help: string, counts: CounterPer): string[] {
  const samples = counts.samples(PREFIX + name);
  return samples.length === 0 ? [] : [...metric(PREFIX + name, 'counter', help), ...samples];
}

function gauge(
  name: string,
  help: string,
  value: number,
  labels?: Readonly<Record<string, string>>,
): string[] {
  return [...metric(name, 'gauge', help), `${name}${labels ? labelsOf(labels) : ''} ${value}`];
}

function metric(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** The names of a seed may have any characters. */
function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  );
  return `{${pairs.join(',')}}`;
}
