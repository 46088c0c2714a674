import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { readRecordOptions } from '../../src/cli/record-options.ts';
import { RecorderMetrics } from '../../src/conformance/metrics/recorder-metrics.ts';
import { loadRows } from '../../src/conformance/registry/registry.ts';
import { parsePrometheusText } from '../conformance/metrics/parse-prometheus-text.ts';
import { readFences } from './fence.ts';
import { readCommands } from './shell-command.ts';

const read = (name: string) => readFileSync(resolve(repositoryRoot, name), 'utf8');

/** Labels that Prometheus adds to every series. */
const SCRAPED = ['job', 'instance'];

/** All metrics, with a violation, as a scraper reads them. */
function readMetrics() {
  const metrics = new RecorderMetrics(loadRows(), '0.1.0');
  metrics.violation('stream.terminal.exactly-one');
  return parsePrometheusText(metrics.render());
}

describe('the pod with a sidecar', () => {
  const manifests = parseAllDocuments(read('docs/at-scale/kubernetes-sidecar.yaml')).map((each) =>
    each.toJS(),
  );
  const [deployment, service] = manifests;

  it('routes from the service to the recorder, and from there to the container', () => {
    const { metadata, spec } = deployment.spec.template;
    const [recorder] = spec.initContainers;
    const [command, name, ...args] = recorder.command;
    expect([command, name]).toEqual(['conversation-api', 'record']);
    const options = readRecordOptions(args);
    const ports = Object.fromEntries(
      recorder.ports.map(({ name: label, containerPort }: { name: string; containerPort: number }) => [
        label,
        containerPort,
      ]),
    );
    expect(service.spec.selector).toEqual(metadata.labels);
    expect(deployment.spec.selector.matchLabels).toEqual(metadata.labels);
    expect(ports).toEqual({
      [service.spec.ports[0].targetPort]: options.port,
      metrics: options.metrics?.port,
    });
    expect(metadata.annotations['prometheus.io/port']).toBe(String(options.metrics?.port));
    expect(Number(options.target.port)).toBe(spec.containers[0].ports[0].containerPort);
    expect([options.host, options.metrics?.host, options.insecure]).toEqual(['0.0.0.0', '0.0.0.0', true]);
    expect(recorder.volumeMounts).toEqual([{ name: spec.volumes[0].name, mountPath: options.output }]);
    const gibibytes = Number(spec.volumes[0].emptyDir.sizeLimit.replace('Gi', ''));
    expect(options.disk).toBeLessThan(gibibytes * 1024 ** 3);
  });
});

describe('the alerts', () => {
  const rules: readonly { alert: string; expr: string; annotations: { summary: string } }[] = parse(
    read('docs/at-scale/prometheus-rules.yaml'),
  ).groups.flatMap(({ rules: list }: { rules: unknown[] }) => list);

  it('use existing metrics and labels', () => {
    const metrics = readMetrics();
    for (const { expr, annotations } of rules) {
      const names = expr.match(/conversation_api_\w+/g) ?? [];
      expect(names).not.toEqual([]);
      expect(names.filter((name) => !(name in metrics))).toEqual([]);
      const series = names.flatMap((name) =>
        Object.keys(metrics[name]?.samples ?? {}).map((each) => JSON.parse(each)),
      );
      for (const [, label = '', value] of expr.matchAll(/(\w+)="([^"]*)"/g))
        expect(series.map((each) => each[label])).toContain(value);
      const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? [];
      const labels = [...series.flatMap((each) => Object.keys(each)), ...SCRAPED];
      expect(labels).toEqual(expect.arrayContaining(grouped));
      const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
      expect([...grouped, ...SCRAPED]).toEqual(expect.arrayContaining(shown));
    }
    expect(rules.map(({ alert }) => alert)).toEqual([
      'ServiceViolatesContract',
      'RequirementNewlyViolated',
      'RecordingIncomplete',
      'TargetDown',
      'TargetFails',
      'RecorderRefusesRequests',
      'RecorderDown',
    ]);
  });
});

describe('the pages', () => {
  it('list the metrics', () => {
    const listed = [...read('docs/record.md').matchAll(/^\| `(conversation_api_\w+)`/gm)].map(
      ([, name]) => name,
    );
    expect(listed).toEqual(Object.keys(readMetrics()));
  });

  it('show a command for the ports of nginx.conf', () => {
    const commands = readCommands(readFences(read('docs/at-scale.md')));
    const args = commands.find(({ args: [name] }) => name === 'record')?.args.slice(1) ?? [];
    const { port, target, sample, rotate, disk, metrics } = readRecordOptions(args);
    expect({ sample, rotate, disk, metrics }).toEqual({
      sample: 0.01,
      rotate: 64e6,
      disk: 1e9,
      metrics: { host: '127.0.0.1', port: 9464 },
    });
    const config = read('docs/at-scale/nginx.conf');
    expect(config).toContain(`server 127.0.0.1:${port} `);
    expect(config).toContain(`server ${target.host} backup;`);
  });
});
