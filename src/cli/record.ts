import { readVersion } from '../conformance/generated.ts';
import type { Finding } from '../conformance/judge/finding.ts';
import type { Judgement } from '../conformance/judge/judgement.ts';
import { SHORTEST_TOKEN } from '../conformance/recorder/known-tokens.ts';
import { startRecorder } from '../conformance/recorder/start-recorder.ts';
import { loadRows } from '../conformance/registry/registry.ts';
import { count, describePlace, describeVerdict } from '../conformance/report/describe.ts';
import { reportHeader } from '../conformance/report/header.ts';
import { assembleReport } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { reportTarget } from '../conformance/report/target.ts';
import { exitOf } from '../conformance/verdict/exit-code.ts';
import { PORTS, parseArguments, readNumber, readTimeScale, UsageError } from './arguments.ts';
import { requireWebUrl } from './base-url.ts';
import { RECORD_FLAGS } from './flags.ts';
import type { Io } from './io.ts';
import { readUserFile } from './read-user-file.ts';
import { untilSignalled } from './until-signalled.ts';

/** Findings printed for each requirement. The recordings contain all of them. */
const SHOWN_FINDINGS = 3;
/** Most problems that are printed. Each is printed once. */
const SHOWN_PROBLEMS = 100;

/** `conversation-api record`: records and judges the exchanges that pass, until a signal stops it. */
export async function record(args: readonly string[], io: Io): Promise<number> {
  const { target, output, tokens, ...options } = readOptions(args);
  const running = await startRecorder({
    ...options,
    target,
    output,
    tokens,
    onFinding: reportFindings(io),
    onProblem: reportOnce(io),
  });
  for (const token of tokens) {
    if (token.length >= SHORTEST_TOKEN) continue;
    io.stderr.write(
      `conversation-api: a token has fewer than ${SHORTEST_TOKEN} characters; it is masked in headers only\n`,
    );
  }
  // A program that reads the greeting may send a signal at once.
  const stopped = untilSignalled();
  io.stderr.write(`conversation-api ${readVersion()} recorder, listening on http://${running.address}
  passes on to ${sanitize(target.href)}
  records in ${sanitize(output)}
Stop it with Ctrl-C.
`);
  await stopped;
  const { judgement, exchanges } = await running.stop();
  return conclude(output, judgement, exchanges, io);
}

function conclude(output: string, judgement: Judgement, exchanges: number, io: Io): number {
  const rows = loadRows();
  const target = reportTarget(output, judgement, rows);
  const report = assembleReport(reportHeader('recording', rows.contract), [target]);
  for (const reason of judgement.incomplete.slice(0, SHOWN_PROBLEMS))
    io.stderr.write(`incomplete: ${sanitize(reason)}\n`);
  io.stderr.write(
    `${count(exchanges, 'exchange')} in ${sanitize(output)}; conversation-api check ${sanitize(output)} judges them again\n`,
  );
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

/** Prints each problem once. A problem of every exchange would otherwise bury the findings. */
function reportOnce(io: Io): (problem: string) => void {
  const told = new Set<string>();
  return (problem) => {
    if (told.has(problem) || told.size >= SHOWN_PROBLEMS) return;
    told.add(problem);
    io.stderr.write(`conversation-api: ${sanitize(problem)}\n`);
  };
}

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArguments(args, RECORD_FLAGS);
  if (positionals.length > 0)
    throw new UsageError('record takes flags only, and the server as --target URL; see record --help');
  const { target, output, ca } = values;
  if (target === undefined)
    throw new UsageError('record needs --target, the base of the server to pass on to');
  const port = readNumber(values, 'listen', PORTS, undefined);
  if (port === undefined) throw new UsageError('record needs --listen, a port; 0 is any free one');
  if (output === undefined) throw new UsageError('record needs --output, a folder for the recordings');
  return {
    target: readTarget(target),
    output,
    port,
    host: values.host ?? '127.0.0.1',
    insecure: values.insecure ?? false,
    tokens: readTokens(values['token-file'] ?? []),
    timeScale: readTimeScale(values),
    ca: ca === undefined ? undefined : readUserFile(ca, '--ca'),
  };
}

function readTarget(text: string): URL {
  const url = new URL(requireWebUrl(text));
  if (url.username || url.password)
    throw new UsageError('--target holds a password; leave it out, clients send their tokens themselves');
  if (url.search || url.hash) throw new UsageError('--target is a base; leave out its query and fragment');
  return url;
}

/** Reads the tokens: one on each line of the files, and the one of the environment. */
function readTokens(files: readonly string[]): string[] {
  const lists = files.map((file) => {
    const tokens = wordsOf(readUserFile(file, '--token-file'));
    if (tokens.length === 0) throw new UsageError(`--token-file ${file} has no token`);
    return tokens;
  });
  return [...lists.flat(), ...wordsOf(process.env.CONVERSATION_API_TOKEN ?? '')];
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
