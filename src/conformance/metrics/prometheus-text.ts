/** A metric with its samples. */
export interface Metric {
  /** Without the prefix that all metrics have. */
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  /** One line that says what is counted. */
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Media type of the text, with the version of the format. */
export const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';

const PREFIX = 'conversation_api_';

/** Writes metrics in the text format of Prometheus, version 0.0.4. A metric without samples is left out. */
export function writePrometheusText(metrics: readonly Metric[]): string {
  return metrics.flatMap(writeMetric).join('');
}

function writeMetric({ name, type, help, samples }: Metric): string[] {
  if (samples.length === 0) return [];
  const full = PREFIX + name;
  return [
    `# HELP ${full} ${escapeText(help)}\n# TYPE ${full} ${type}\n`,
    ...samples.map(({ labels = {}, value }) => `${full}${writeLabels(labels)} ${value}\n`),
  ];
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  const written = Object.entries(labels).map(
    ([name, value]) => `${name}="${escapeText(value).replaceAll('"', '\\"')}"`,
  );
  return written.length === 0 ? '' : `{${written.join(',')}}`;
}

/** Escapes what would end a line, or begin an escape. */
function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
