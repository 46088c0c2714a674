import { describe, expect, it } from 'vitest';
import { type Metric, writePrometheusText } from '../../../src/conformance/metrics/prometheus-text.ts';
import { parsePrometheusText } from './parse-prometheus-text.ts';

const metric = (labels: Record<string, string>, help = 'What it counts.'): Metric => ({
  name: 'things_total',
  type: 'counter',
  help,
  samples: [{ labels, value: 3 }],
});

describe('the Prometheus text format', () => {
  it('is written line by line', () => {
    const gauge: Metric = { name: 'size', type: 'gauge', help: 'Size.', samples: [{ value: 0 }] };
    expect(writePrometheusText([metric({ a: 'x', b: 'y' }), gauge])).toBe(
      `# HELP conversation_api_things_total What it counts.
# TYPE conversation_api_things_total counter
conversation_api_things_total{a="x",b="y"} 3
# HELP conversation_api_size Size.
# TYPE conversation_api_size gauge
conversation_api_size 0
`,
    );
  });

  it.each([
    'a"} 1\nevil_total 9',
    '\\',
    '\\"',
    'ends with \\',
    '\n# TYPE conversation_api_things_total gauge',
    '"',
    'a,b="c"',
    '💧 é',
    '\r\n',
    '',
  ])('keeps hostile text inside its label or help text: %j', (hostile) => {
    const read = parsePrometheusText(writePrometheusText([metric({ a: hostile, b: 'y' }, hostile)]));
    expect(read).toEqual({
      conversation_api_things_total: {
        type: 'counter',
        help: hostile,
        samples: { [JSON.stringify({ a: hostile, b: 'y' })]: 3 },
      },
    });
  });

  it('leaves out a metric without samples', () => {
    expect(writePrometheusText([{ ...metric({}), samples: [] }])).toBe('');
  });
});

it.each([
  'things 1',
  'things 1\n',
  '# HELP things Help.\n# TYPE things counter\n',
  '# HELP things Help.\n# TYPE things counter\nthings{a="\\x"} 1\n',
  '# HELP things Help.\n# TYPE things counter\nthings{a="""} 1\n',
  '# HELP things Help.\n# TYPE things counter\nthings 1\nthings 1\n',
  '# HELP things Help.\n# TYPE things counter\nothers 1\n',
  '# HELP things Help.\n# TYPE things counter\nthings NaN!\n',
])('the parser in these tests refuses %j', (text) => {
  expect(() => parsePrometheusText(text)).toThrow();
});
