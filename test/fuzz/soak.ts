import { readArguments, refuseArguments } from '../../scripts/read-arguments.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { soakAborts } from './aborts.ts';
import { soakChaos } from './chaos.ts';
import { soakCrash } from './crash.ts';
import { soakDisks } from './disks.ts';
import { MOST_MEMORY, soakFloods } from './floods.ts';
import { soakFiles } from './hostile-files.ts';
import { soakJudge } from './judge.ts';
import { soakOrders } from './orders.ts';
import { soakReaders, soakUnreadLists } from './readers.ts';
import { soakRecorder } from './recorder.ts';
import { soakRequests } from './requests.ts';
import { soakSuite } from './suite.ts';
import { soakTargets } from './targets.ts';

/**
 * `npm run soak`: the tests that take too long for `npm test`. Each part ends after a number of runs or at a time, whichever comes
 * first, and prints its result in one line. A part that has problems, or that does not reach a requested number, sets exit code 1.
 * All parts together take about a quarter of an hour on two cores; `--seconds` sets the time of each.
 */
const PARTS = {
  judge,
  suite,
  orders,
  chaos,
  targets,
  requests,
  crash,
  disks,
  recorder,
  aborts,
  floods,
  readers,
  files,
};

/** In MiB. Limit for the peak memory of the server while its streams are not read. */
const MOST_UNREAD = 400;

/** In MiB. The same limit while its lists are not read. */
const MOST_UNREAD_LISTS = 700;

/** Connections that do not read a list, for each unread stream. */
const LISTS_PER_STREAM = 3;

/** Requests that one connection sends at once, below the limit of the server. */
const UNREAD_PIPELINE = 90;

/** After this many kills, at least one turn must have been seen with an unknown outcome. */
const MANY = 50;

/** The checks without long waits, so that a run takes seconds. */
const QUICK = CHECKS.filter(({ waits = 0 }) => waits === 0);

const values = readArguments({
  only: { type: 'string' },
  seed: { type: 'string', default: '1' },
  /** Limit for each part. A started run is completed, so a part takes a little longer. */
  seconds: { type: 'string', default: '70' },
  /** The numbers of runs. Without a number, a part runs until its time is over. */
  streams: { type: 'string' },
  runs: { type: 'string' },
  /** The time scales of the part `suite`, in turn. */
  scales: { type: 'string', default: '100,20,1' },
  requests: { type: 'string' },
  kills: { type: 'string' },
  disks: { type: 'string' },
  rounds: { type: 'string' },
  readers: { type: 'string', default: '60' },
  /** Approximate size of each hostile file in MiB. Below 24, not every limit is reached. */
  size: { type: 'string', default: '24' },
  /** Damaged files of each format, if there is time after the hostile ones. */
  damaged: { type: 'string', default: '40' },
});
const seed = Number(values.seed);

const names = values.only === undefined ? Object.keys(PARTS) : [values.only];
for (const name of names) {
  if (!Object.hasOwn(PARTS, name))
    refuseArguments(`--only cannot be ${name}; it is one of ${Object.keys(PARTS).join(', ')}.`);
  const begun = Date.now();
  const isWell = await PARTS[name as keyof typeof PARTS](begun + Number(values.seconds) * 1000);
  console.log(`  ${((Date.now() - begun) / 1000).toFixed(0)} s, seeds from ${seed}`);
  if (!isWell) process.exitCode = 1;
}

/** The requested number of runs, or as many as the time allows. */
function numberOf(asked: string | undefined, most = Number.MAX_SAFE_INTEGER): number {
  return asked === undefined ? most : Number(asked);
}

/** Whether a part did anything, and as much as requested. */
function isReached(done: number, asked: string | undefined): boolean {
  return done >= numberOf(asked, 1);
}

async function judge(until: number): Promise<boolean> {
  const wanted = numberOf(values.streams, 10_000_000);
  const { streams, bytes, verdicts, failures } = await soakJudge({ streams: wanted, seed, until });
  show(failures);
  const kinds = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  console.log(
    `judge: ${streams} mutated streams (${(bytes / 1e6).toFixed(0)} MB): ${kinds.join(', ')}; ${failures.length} differed or threw`,
  );
  return failures.length === 0 && isReached(streams, values.streams);
}

async function suite(until: number): Promise<boolean> {
  const wanted = numberOf(values.runs);
  const timeScales = values.scales.split(',').map(Number);
  const { runs, problems } = await soakSuite({ runs: wanted, timeScales, until });
  show(problems);
  console.log(
    `suite: ${runs} runs against the sound server at the time scales ${timeScales.join(', ')}, with every core busy; ${problems.length} alarms`,
  );
  return problems.length === 0 && isReached(runs, values.runs);
}

async function orders(until: number): Promise<boolean> {
  const { runs, problems } = await soakOrders({ runs: numberOf(values.runs), seed, until });
  show(problems);
  console.log(
    `orders: ${runs} runs of the whole suite against the sound server on the virtual clock, each with a seed of its own; ${problems.length} alarms`,
  );
  return problems.length === 0 && isReached(runs, values.runs);
}

async function requests(until: number): Promise<boolean> {
  const wanted = numberOf(values.requests);
  const { requests, classes, violations, memory } = await soakRequests({
    requests: wanted,
    seed,
    until,
  });
  show(violations);
  const { 0: none = 0, ...answered } = classes;
  const kinds = Object.entries(answered).map(([digit, count]) => `${count} ${digit}xx`);
  const took = (kind: 'rss' | 'heapUsed') =>
    [memory[0], memory.at(-1)].map((at) => `${((at?.[kind] ?? 0) / 2 ** 20).toFixed(0)} MB`).join(', then ');
  console.log(
    `requests: ${requests} hostile requests: ${kinds.join(', ')}, ${none} cut off; ${violations.length} violations; ` +
      `RSS ${took('rss')}; heap ${took('heapUsed')}`,
  );
  return violations.length === 0 && isReached(requests, values.requests);
}

async function crash(until: number): Promise<boolean> {
  const wanted = numberOf(values.kills);
  const { kills, ledger } = await soakCrash({ kills: wanted, seed, until });
  show(ledger.problems.map(({ kind, text }) => `${kind}: ${text}`));
  console.log(
    `crash: ${kills} kills; ${ledger.acknowledged} acknowledged writes and ${ledger.turns.length} keys checked; ` +
      `${ledger.count('lost')} lost, ${ledger.count('run twice')} run twice, ${ledger.count('wrong')} otherwise wrong; ` +
      `${ledger.unknownSeen} turns were seen before they were recovered`,
  );
  return (
    ledger.problems.length === 0 && isReached(kills, values.kills) && (kills < MANY || ledger.unknownSeen > 0)
  );
}

async function chaos(until: number): Promise<boolean> {
  const { runs, pieces, problems } = await soakChaos({
    checks: QUICK,
    runs: numberOf(values.runs),
    seed,
    until,
  });
  show(problems);
  console.log(
    `chaos: ${runs} runs against the sound server, its bytes in ${pieces} delayed pieces; ${problems.length} alarms`,
  );
  return problems.length === 0 && isReached(runs, values.runs);
}

async function targets(until: number): Promise<boolean> {
  const { runs, spoiled, findings, problems } = await soakTargets({
    checks: QUICK,
    runs: numberOf(values.runs),
    seed,
    until,
  });
  show(problems);
  console.log(
    `targets: ${runs} runs against targets that answer with ${spoiled} kinds of wrong values at every place; ` +
      `${findings} findings; ${problems.length} runs went wrong`,
  );
  return problems.length === 0 && isReached(runs, values.runs);
}

async function disks(until: number): Promise<boolean> {
  const tally = await soakDisks({ disks: numberOf(values.disks), seed, until });
  show(tally.problems);
  console.log(
    `disks: ${tally.disks} disks became full in the middle of turns, for data and log: ${tally.completed} turns completed before, ` +
      `${tally.failed} failed; ${tally.problems.length} problems`,
  );
  return tally.problems.length === 0 && isReached(tally.disks, values.disks);
}

async function recorder(until: number): Promise<boolean> {
  const { kills, answers, recordings, problems } = await soakRecorder({
    kills: numberOf(values.kills),
    seed,
    until,
  });
  show(problems);
  console.log(
    `recorder: ${kills} kills under load: ${answers} answers received, ${recordings} recordings judged; ${problems.length} problems`,
  );
  return problems.length === 0 && isReached(kills, values.kills);
}

async function aborts(until: number): Promise<boolean> {
  const { rounds, calls, nodes, problems } = await soakAborts({ rounds: numberOf(values.rounds), until });
  show(problems);
  console.log(
    `aborts: ${calls} calls ended after their garbage was collected, on Node ${nodes.join(', ')}; ${problems.length} did not end as they must`,
  );
  return problems.length === 0 && isReached(rounds, values.rounds);
}

function show(problems: readonly string[]): void {
  for (const problem of problems.slice(0, 20)) console.log(problem);
}

async function readers(): Promise<boolean> {
  const wanted = Number(values.readers);
  const { answered, completed, peak } = await soakReaders({ streams: wanted, pieces: 60_000 });
  const lists = await soakUnreadLists({ lists: wanted * LISTS_PER_STREAM, pipelined: UNREAD_PIPELINE });
  console.log(
    `readers: ${wanted} streams of 60000 pieces that nobody read: ${completed} turns completed, ${answered} other requests ` +
      `answered meanwhile; peak ${peak.toFixed(0)} MiB; a list of ${lists.size.toFixed(1)} MiB that ${wanted * LISTS_PER_STREAM} connections ` +
      `did not read, and one that asked for it ${UNREAD_PIPELINE} times: ${lists.answered} other requests answered meanwhile; ` +
      `peak ${lists.peak.toFixed(0)} MiB`,
  );
  return completed === wanted && peak <= MOST_UNREAD && lists.peak <= MOST_UNREAD_LISTS;
}

async function files(until: number): Promise<boolean> {
  const { tallies, problems } = await soakFiles({
    bytes: Number(values.size) * 2 ** 20,
    damaged: Number(values.damaged),
    seed,
    until,
  });
  show(problems);
  const formats = Object.entries(tallies).map(([format, { files, exits, peak, slowest }]) => {
    const codes = Object.entries(exits).map(([code, count]) => `${count} x exit ${code}`);
    return (
      `${format} ${files} files (${codes.join(', ')}), peak ${peak.amount.toFixed(0)} MiB (${peak.file}), ` +
      `most processor time ${slowest.amount.toFixed(2)} s for each MiB (${slowest.file})`
    );
  });
  console.log(`files: ${formats.join('; ')}; ${problems.length} problems`);
  return problems.length === 0;
}

async function floods(until: number): Promise<boolean> {
  const results = await soakFloods('spec/profiles/reference.yaml', until);
  const peaks = results.map(({ kind, peak }) => `${kind} ${peak.toFixed(0)} MiB`);
  console.log(`floods: peak memory of a full run whose every answer is a flood: ${peaks.join(', ')}`);
  return results.every(({ peak, exitCode }) => peak <= MOST_MEMORY && exitCode !== null);
}
