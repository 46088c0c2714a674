import { COMMAND } from '../conformance/commands.ts';
import { readVersion } from '../conformance/generated.ts';
import type { Finding } from '../conformance/judge/finding.ts';
import type { Judgement } from '../conformance/judge/judgement.ts';
import { RecorderMetrics } from '../conformance/metrics/recorder-metrics.ts';
import {
  type MetricsAddress,
  type ServedMetrics,
  serveMetrics,
} from '../conformance/metrics/serve-metrics.ts';
import { SHORTEST_TOKEN } from '../conformance/recorder/known-tokens.ts';
import { SHOWN_FINDINGS } from '../conformance/recorder/recorder.ts';
import {
  type RecordingOptions,
  type RunningRecorder,
  startRecorder,
} from '../conformance/recorder/start-recorder.ts';
import { loadRows } from '../conformance/registry/registry.ts';
import { count, describePlace, describeVerdict } from '../conformance/report/describe.ts';
import { reportHeader } from '../conformance/report/header.ts';
import { assembleReport } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { reportTarget } from '../conformance/report/target.ts';
import { exitOf } from '../conformance/verdict/exit-code.ts';
import { requireLoopback } from '../loopback/index.ts';
import type { Io } from './io.ts';
import { readRecordOptions } from './record-options.ts';
import { untilSignalled } from './until-signalled.ts';

/** Maximum number of problems printed. Each is printed once. */
const SHOWN_PROBLEMS = 100;

/** `conversation-api record`: records and judges traffic until a signal stops it. */
export async function record(args: readonly string[], io: Io): Promise<number> {
  const { metrics: address, ...options } = readRecordOptions(args);
  const { target, output, tokens, sample } = options;
  const metrics = address && new RecorderMetrics(loadRows(), readVersion());
  const served = metrics && (await openMetrics(metrics, address, options.insecure));
  const running = await start(
    {
      ...options,
      observer: metrics,
      onFinding: reportFindings(io),
      onProblem: reportOnce(io),
      onOutage: (line) => io.stderr.write(`conversation-api: ${sanitize(line)}\n`),
    },
    served,
  );
  for (const token of tokens) {
    if (token.length >= SHORTEST_TOKEN) continue;
    io.stderr.write(
      `conversation-api: a token has fewer than ${SHORTEST_TOKEN} characters; it is masked in headers only\n`,
    );
  }
  // Handles signals before it prints the greeting: a program that reads the greeting may send one at once.
  const stopped = untilSignalled();
  io.stderr.write(`conversation-api ${readVersion()} recorder, listening on http://${running.address}
  forwards to ${sanitize(target.href)}
  records in ${sanitize(output)}
${describeSidecar(sample, served)}Stop it with Ctrl-C.
`);
  await stopped;
  const { judgement, exchanges } = await running.stop();
  await served?.close();
  // With a limit for all files, the oldest ones may have been deleted.
  const judged = options.disk === undefined ? 'them' : 'the remaining ones';
  const summary = `${count(exchanges, 'exchange')} in ${sanitize(output)}; ${COMMAND.checkFiles(sanitize(output))} judges ${judged} again\n`;
  return conclude(output, judgement, summary, io);
}

function describeSidecar(sample: number | undefined, served: ServedMetrics | undefined): string {
  const percent = sample === undefined ? undefined : Number((100 * sample).toFixed(2));
  return [
    percent === undefined ? '' : `  takes a sample of ${percent}%\n`,
    served ? `  metrics at ${served.url}\n` : '',
  ].join('');
}

/** Starts the recorder. If that fails, closes the metrics server. */
async function start(options: RecordingOptions, served: ServedMetrics | undefined): Promise<RunningRecorder> {
  try {
    return await startRecorder(options);
  } catch (error) {
    await served?.close();
    throw error;
  }
}

function openMetrics(
  metrics: RecorderMetrics,
  address: MetricsAddress,
  insecure: boolean,
): Promise<ServedMetrics> {
  if (!insecure)
    requireLoopback(
      address.host,
      'the metrics require no token; add --insecure if the network keeps others out',
    );
  return serveMetrics(() => metrics.render(), address);
}

function conclude(output: string, judgement: Judgement, summary: string, io: Io): number {
  const rows = loadRows();
  const target = reportTarget(output, judgement, rows);
  const report = assembleReport(reportHeader('recording', rows.contract), [target]);
  for (const reason of judgement.incomplete.slice(0, SHOWN_PROBLEMS))
    io.stderr.write(`incomplete: ${sanitize(reason)}\n`);
  io.stderr.write(summary);
  io.stdout.write(`${describeVerdict(report)}\n`);
  return exitOf(report).code;
}

function reportFindings(io: Io): (finding: Finding, file: string) => void {
  const rows = new Map(loadRows().requirements.map((row) => [row.id, row]));
  const told = new Map<string, number>();
  return (finding, file) => {
    const { requirement, expected, actual } = finding;
    const count = (told.get(requirement) ?? 0) + 1;
    told.set(requirement, count);
    if (count > SHOWN_FINDINGS) return;
    const { level = 'must' } = rows.get(requirement) ?? {};
    const place = describePlace({ ...finding, file });
    io.stderr.write(`${level === 'must' ? '✗' : '!'} ${requirement} (${level})
  ${place}
  expected: ${sanitize(expected)}
  actual:   ${sanitize(actual)}
${count === SHOWN_FINDINGS ? '  further findings of this requirement are not shown\n' : ''}`);
  };
}

/** Prints each problem once. Otherwise, a problem that every exchange has would bury the findings. */
function reportOnce(io: Io): (problem: string) => void {
  const told = new Set<string>();
  return (problem) => {
    if (told.has(problem) || told.size >= SHOWN_PROBLEMS) return;
    told.add(problem);
    io.stderr.write(`conversation-api: ${sanitize(problem)}\n`);
  };
}
