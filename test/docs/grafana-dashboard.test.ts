import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { RecorderMetrics } from '../../src/conformance/metrics/recorder-metrics.ts';
import { loadRows } from '../../src/conformance/registry/registry.ts';
import { assemble } from '../../src/reference/start.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const read = (name: string) => readFileSync(resolve(repositoryRoot, name), 'utf8');
const { panels } = JSON.parse(read('docs/at-scale/grafana-dashboard.json')) as { panels: readonly Panel[] };

/** The labels of each series, by its name, of a server and a recorder. */
const labels = new Map<string, Set<string>>();
let ofServer: string[] = [];

beforeAll(async () => {
  const server = await assemble({ report() {} });
  const served = await (await fetch(`${server.url}/metrics`)).text();
  await server.close();
  const recorder = new RecorderMetrics(loadRows(), '0.1.0');
  recorder.violation('stream.terminal.exactly-one');
  for (const [, name = '', list = ''] of (served + recorder.render()).matchAll(/^(\w+)(?:\{(.*)\})? /gm))
    labels.set(name, new Set([...list.matchAll(/(\w+)="/g)].map(([, label = '']) => label)).add('instance'));
  ofServer = [...served.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
});

describe('the dashboard', () => {
  it.each(panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target }))))(
    'shows metrics and labels that exist: $title, $legendFormat',
    ({ expr, legendFormat }) => {
      const names = expr.match(/\b(?:conversation_api|process|nodejs)_\w+/g) ?? [];
      expect(names).not.toEqual([]);
      expect(names.filter((name) => !labels.has(name))).toEqual([]);
      const known = labels.get(names[0] ?? '') ?? new Set();
      const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = '']) =>
        list.split(', '),
      );
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      expect([...grouped, ...shown].filter((label) => !known.has(label))).toEqual([]);
      if (/\bsum by\b/.test(expr)) expect(grouped).toEqual(expect.arrayContaining(shown));
      // Only counters grow, and only what grows has a rate.
      for (const [, name = ''] of expr.matchAll(/\b(?:rate|increase)\((\w+)/g))
        expect(name).toMatch(/_(?:total|bucket)$/);
    },
  );

  it('has panels with ids of their own that do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
  });
});

it('docs/reference-server.md lists the metrics of the server', () => {
  const listed = [
    ...read('docs/reference-server.md').matchAll(/^\| `([a-z]+_[a-z_]+)` \| (?:counter|gauge|histogram)/gm),
  ];
  expect(listed.map(([, name]) => name)).toEqual(ofServer);
});
