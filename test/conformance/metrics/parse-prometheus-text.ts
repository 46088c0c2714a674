/** A metric as a scraper reads it. */
export interface ReadMetric {
  readonly type: string;
  readonly help: string;
  /** Values by labels. The key is the JSON of the label pairs. */
  readonly samples: Readonly<Record<string, number>>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\[\\\\"n])*)"';
const HELP = new RegExp(`^# HELP (${NAME}) ((?:[^\\\\]|\\\\[\\\\n])*)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\d+(?:\\.\\d+)?)$`);

/**
 * Reads the Prometheus text format 0.0.4, as far as counters and gauges use it. Stricter than scrapers: each metric has HELP, TYPE and
 * samples, in this order and in one place, and no series appears twice.
 *
 * @throws Error with the line that breaks the format
 */
export function parsePrometheusText(text: string): Record<string, ReadMetric> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const metrics: Record<string, { type: string; help: string; samples: Record<string, number> }> = {};
  const lines = text.slice(0, -1).split('\n');
  for (let at = 0; at < lines.length; ) {
    const [, name = '', help = ''] = match(HELP, lines[at]);
    const [, typed, type = ''] = match(TYPE, lines[at + 1]);
    if (typed !== name || name in metrics) throw new Error(`${name} is described in several places`);
    const samples: Record<string, number> = {};
    for (at += 2; at < lines.length && !lines[at]?.startsWith('#'); at += 1) {
      const [, sampled, labels = '', ...rest] = match(SAMPLE, lines[at]);
      if (sampled !== name) throw new Error(`${sampled} stands among the samples of ${name}`);
      const pairs = [...labels.matchAll(new RegExp(LABEL, 'g'))].map(([, label, value = '']) => [
        label,
        unescapeText(value),
      ]);
      const series = JSON.stringify(Object.fromEntries(pairs));
      if (series in samples) throw new Error(`${name}${series} comes twice`);
      samples[series] = Number(rest.at(-1));
    }
    if (Object.keys(samples).length === 0) throw new Error(`${name} has no samples`);
    metrics[name] = { type, help: unescapeText(help), samples };
  }
  return metrics;
}

function match(pattern: RegExp, line = ''): RegExpExecArray {
  const found = pattern.exec(line);
  if (!found) throw new Error(`not of the format: ${JSON.stringify(line)}`);
  return found;
}

function unescapeText(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));
}
