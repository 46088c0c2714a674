import { COMMAND } from '../conformance/commands.ts';
import { readVersion } from '../conformance/generated.ts';
import type { Finding } from '../conformance/judge/finding.ts';
import { SHOWN_FINDINGS } from '../conformance/recorder/recorder.ts';
import { count, describePlace, describeVerdict } from '../conformance/report/describe.ts';
import type { SingleReport } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import type { Io } from './io.ts';

/** Where a recorder listens and what it does. */
export interface RecorderFacts {
  readonly url: string;
  readonly address: string;
  readonly target: string;
  readonly output: string;
  /** In percent; absent if everything is recorded. */
  readonly sample?: number | undefined;
  /** The URL of the metrics. */
  readonly metrics?: string | undefined;
}

/** A finding that is printed. */
export interface PrintedFinding {
  readonly finding: Finding;
  readonly level: string;
  readonly file: string;
  /** Whether further findings of the requirement are not printed. */
  readonly isLast: boolean;
}

/** What a recorder left when it was stopped. */
export interface RecorderEnd {
  readonly report: SingleReport;
  readonly exchanges: number;
  readonly output: string;
  /** Reasons why something was not judged, as far as they are printed. */
  readonly incomplete: readonly string[];
  /** Whether some of the files may have been deleted to make room. */
  readonly hasLimit: boolean;
}

/** Says what a recorder does, to people or to programs. */
export interface RecordLog {
  listening(facts: RecorderFacts): void;
  finding(finding: PrintedFinding): void;
  problem(problem: string): void;
  /** @param line begins with `outage:` or `recovery:` */
  outage(line: string): void;
  stopped(end: RecorderEnd): void;
}

/** Writes text on standard error, and the verdict on standard output. */
export function textLog({ stdout, stderr }: Io): RecordLog {
  const say = (line: string) => stderr.write(`conversation-api: ${sanitize(line)}\n`);
  return {
    listening({ address, target, output, sample, metrics }) {
      stderr.write(`conversation-api ${readVersion()} recorder, listening on http://${address}
  forwards to ${sanitize(target)}
  records in ${sanitize(output)}
${sample === undefined ? '' : `  takes a sample of ${sample}%\n`}${metrics === undefined ? '' : `  metrics at ${metrics}\n`}Stop it with Ctrl-C.
`);
    },
    finding({ finding, level, file, isLast }) {
      const { requirement, expected, actual } = finding;
      stderr.write(`${level === 'must' ? '✗' : '!'} ${requirement} (${level})
  ${describePlace({ ...finding, file })}
  expected: ${sanitize(expected)}
  actual:   ${sanitize(actual)}
${isLast ? '  further findings of this requirement are not shown\n' : ''}`);
    },
    problem: say,
    outage: say,
    stopped({ report, exchanges, output, incomplete, hasLimit }) {
      for (const reason of incomplete) stderr.write(`incomplete: ${sanitize(reason)}\n`);
      const folder = sanitize(output);
      stderr.write(
        `${count(exchanges, 'exchange')} in ${folder}; ${COMMAND.checkFiles(folder)} judges ${hasLimit ? 'the remaining ones' : 'them'} again\n`,
      );
      stdout.write(`${describeVerdict(report)}\n`);
    },
  };
}

/** The levels of the log of the reference server. */
const INFO = 30;
const WARN = 40;

/**
 * Writes one JSON object a line on standard output, in the form of the log of the reference server.
 *
 * @param now the time of day, in milliseconds since 1970
 */
export function jsonLog({ stdout }: Io, now: () => number = Date.now): RecordLog {
  const write = (level: number, msg: string, members: object) =>
    stdout.write(`${JSON.stringify({ level, time: now(), ...members, msg })}\n`);
  return {
    listening: (facts) => write(INFO, 'listening', { ...facts, version: readVersion() }),
    finding: ({ finding, level, file, isLast }) =>
      write(WARN, 'finding', {
        requirement: finding.requirement,
        requirement_level: level,
        file,
        exchange: finding.exchange,
        sent_at: finding.time,
        request_id: finding.requestId,
        event: finding.event,
        event_type: finding.eventType,
        byte: finding.offset,
        pointer: finding.pointer,
        expected: finding.expected,
        actual: finding.actual,
        ...(isLast && { is_last: true }),
      }),
    problem: (problem) => write(WARN, 'problem', { problem }),
    outage: (line) => {
      const [msg = '', reason = ''] = line.split(/: (.*)/s, 2);
      write(msg === 'outage' ? WARN : INFO, msg, { reason });
    },
    stopped: ({ report, exchanges, incomplete }) => {
      const { verdict, summary } = report;
      const { judged, failed, warned } = summary;
      write(INFO, 'stopped', { verdict, exchanges, judged, failed, warned, incomplete });
    },
  };
}

/** Prints the first findings of each requirement. The recordings contain all of them. */
export function printFindings(
  log: RecordLog,
  levels: ReadonlyMap<string, string>,
): (finding: Finding, file: string) => void {
  const printed = new Map<string, number>();
  return (finding, file) => {
    const { requirement } = finding;
    const number = (printed.get(requirement) ?? 0) + 1;
    printed.set(requirement, number);
    if (number > SHOWN_FINDINGS) return;
    log.finding({
      finding,
      file,
      level: levels.get(requirement) ?? 'must',
      isLast: number === SHOWN_FINDINGS,
    });
  };
}
