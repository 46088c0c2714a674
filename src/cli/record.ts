import { readVersion } from '../conformance/generated.ts';
import { RecorderMetrics } from '../conformance/metrics/recorder-metrics.ts';
import {
  type MetricsAddress,
  type ServedMetrics,
  serveMetrics,
} from '../conformance/metrics/serve-metrics.ts';
import { SHORTEST_TOKEN } from '../conformance/recorder/known-tokens.ts';
import {
  type RecordingOptions,
  type RunningRecorder,
  startRecorder,
} from '../conformance/recorder/start-recorder.ts';
import { loadRows } from '../conformance/registry/registry.ts';
import { reportHeader } from '../conformance/report/header.ts';
import { reportTarget } from '../conformance/report/target.ts';
import { exitOf } from '../conformance/verdict/exit-code.ts';
import { requireLoopback } from '../loopback/index.ts';
import type { Io } from './io.ts';
import { jsonLog, printFindings, textLog } from './record-log.ts';
import { readRecordOptions } from './record-options.ts';
import { detachReaders } from './standard-io.ts';
import { untilSignalled } from './until-signalled.ts';

/** Maximum number of problems printed. Each is printed once. */
const SHOWN_PROBLEMS = 100;

/** `conversation-api record`: records and judges traffic until a signal stops it. */
export async function record(args: readonly string[], io: Io): Promise<number> {
  const { metrics: address, log: format, ...options } = readRecordOptions(args);
  const { target, output, tokens, sample, disk } = options;
  const leaveReaders = detachReaders();
  const rows = loadRows();
  const log = format === 'json' ? jsonLog(io) : textLog(io);
  const metrics = address && new RecorderMetrics(rows, readVersion());
  const onProblem = once((problem) => log.problem(problem));
  const { recorder, served } = await untilSignalled({
    start: async () => {
      const served = metrics && (await openMetrics(metrics, address, options.insecure));
      const recorder = await start(
        {
          ...options,
          observer: metrics,
          onFinding: printFindings(log, new Map(rows.requirements.map(({ id, level }) => [id, level]))),
          onProblem,
          onOutage: (line) => log.outage(line),
        },
        served,
      );
      return { recorder, served };
    },
    onStarted: ({ recorder: { url, address: listening }, served }) => {
      if (tokens.some(({ length }) => length < SHORTEST_TOKEN))
        onProblem(`a token has fewer than ${SHORTEST_TOKEN} characters; it is masked in headers only`);
      const percent = sample === undefined ? undefined : Number((100 * sample).toFixed(2));
      const facts = { url, address: listening, target: target.href, output };
      log.listening({ ...facts, sample: percent, metrics: served?.url });
    },
  });
  const { judgement, exchanges } = await recorder.stop();
  await served?.close();
  const header = reportHeader('recording', rows.contract);
  const report = { ...header, ...reportTarget(output, judgement, rows) };
  const incomplete = judgement.incomplete.slice(0, SHOWN_PROBLEMS);
  log.stopped({ report, exchanges, output, incomplete, hasLimit: disk !== undefined });
  leaveReaders();
  return exitOf(report).code;
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

/** Passes each problem on once. Otherwise, a problem that every exchange has would bury the findings. */
function once(tell: (problem: string) => void): (problem: string) => void {
  const told = new Set<string>();
  return (problem) => {
    if (told.has(problem) || told.size >= SHOWN_PROBLEMS) return;
    told.add(problem);
    tell(problem);
  };
}
