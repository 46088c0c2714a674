import { parseArgs } from 'node:util';
import { soakCrash } from './crash.ts';
import { soakFloods } from './floods.ts';
import { soakFiles } from './hostile-files.ts';
import { soakJudge } from './judge.ts';
import { soakReaders } from './readers.ts';
import { soakRequests } from './requests.ts';
import { soakSuite } from './suite.ts';

/**
 * `npm run soak`: the tests that take too long for `npm test`. Each part ends at a number of runs or at a time, whichever comes
 * first, and prints its result in one line. A part with problems, or one that does not reach its number, sets the exit code 1.
 */
const PARTS = { judge, suite, requests, crash, floods, readers, files };

/** MiB. Limit for the peak memory of the command while a target floods it. */
const MOST_MEMORY = 200;

/** Bytes. Limit for the peak memory of the server while nobody reads its streams. */
const MOST_UNREAD = 400 * 2 ** 20;

/** After this many kills, at least one turn must have been seen with an unknown outcome. */
const MANY = 50;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Limit for each part. */
    minutes: { type: 'string', default: '30' },
    streams: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '50' },
    requests: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '200' },
    readers: { type: 'string', default: '150' },
    /** MiB of each hostile file. */
    size: { type: 'string', default: '32' },
    /** Damaged files of each format. */
    damaged: { type: 'string', default: '40' },
  },
});
const seed = Number(values.seed);

const names = values.only === undefined ? Object.keys(PARTS) : [values.only];
for (const name of names) {
  if (!Object.hasOwn(PARTS, name))
    throw new Error(`--only cannot be ${name}; it is one of ${Object.keys(PARTS).join(', ')}`);
  const begun = Date.now();
  const isWell = await PARTS[name as keyof typeof PARTS](begun + Number(values.minutes) * 60_000);
  console.log(`  ${((Date.now() - begun) / 1000).toFixed(0)} s, seeds from ${seed}`);
  if (!isWell) process.exitCode = 1;
}

async function judge(until: number): Promise<boolean> {
  const wanted = Number(values.streams);
  const { streams, bytes, verdicts, failures } = await soakJudge({ streams: wanted, seed, until });
  show(failures);
  const kinds = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  console.log(
    `judge: ${streams} mutated streams (${(bytes / 1e6).toFixed(0)} MB): ${kinds.join(', ')}; ${failures.length} differed or threw`,
  );
  return failures.length === 0 && streams >= wanted;
}

async function suite(until: number): Promise<boolean> {
  const wanted = Number(values.runs);
  const { runs, problems } = await soakSuite({ runs: wanted, until });
  show(problems);
  console.log(
    `suite: ${runs} runs against the sound server, with every core busy; ${problems.length} alarms`,
  );
  return problems.length === 0 && runs >= wanted;
}

async function requests(until: number): Promise<boolean> {
  const wanted = Number(values.requests);
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
  return violations.length === 0 && requests >= wanted;
}

async function crash(until: number): Promise<boolean> {
  const wanted = Number(values.kills);
  const { kills, ledger } = await soakCrash({ kills: wanted, seed, until });
  show(ledger.problems.map(({ kind, text }) => `${kind}: ${text}`));
  console.log(
    `crash: ${kills} kills; ${ledger.acknowledged} acknowledged writes and ${ledger.turns.length} keys checked; ` +
      `${ledger.count('lost')} lost, ${ledger.count('run twice')} run twice, ${ledger.count('wrong')} otherwise wrong; ` +
      `${ledger.unknownSeen} turns were seen before they were recovered`,
  );
  return ledger.problems.length === 0 && kills >= wanted && (kills < MANY || ledger.unknownSeen > 0);
}

function show(problems: readonly string[]): void {
  for (const problem of problems.slice(0, 20)) console.log(problem);
}

async function readers(): Promise<boolean> {
  const wanted = Number(values.readers);
  const { answered, completed, peak } = await soakReaders({ streams: wanted, pieces: 60_000 });
  console.log(
    `readers: ${wanted} streams of 60000 pieces that nobody read: ${completed} turns completed, ${answered} other requests ` +
      `answered meanwhile; peak ${(peak / 2 ** 20).toFixed(0)} MiB`,
  );
  return completed === wanted && peak <= MOST_UNREAD;
}

async function files(until: number): Promise<boolean> {
  const { tallies, problems } = await soakFiles({
    bytes: Number(values.size) * 2 ** 20,
    damaged: Number(values.damaged),
    seed,
    until,
  });
  show(problems);
  const formats = Object.entries(tallies).map(([format, { files, exits, peak, longest }]) => {
    const codes = Object.entries(exits).map(([code, count]) => `${count} x exit ${code}`);
    return (
      `${format} ${files} files (${codes.join(', ')}), peak ${peak.mebibytes.toFixed(0)} MiB (${peak.file}), ` +
      `longest ${longest.seconds.toFixed(1)} s (${longest.file})`
    );
  });
  console.log(`files: ${formats.join('; ')}; ${problems.length} problems`);
  return problems.length === 0;
}

async function floods(): Promise<boolean> {
  const results = await soakFloods('spec/profiles/reference.yaml');
  const peaks = results.map(({ kind, peak }) => `${kind} ${peak.toFixed(0)} MiB`);
  console.log(`floods: peak memory of a full run whose every answer is a flood: ${peaks.join(', ')}`);
  return results.every(({ peak, exitCode }) => peak <= MOST_MEMORY && exitCode !== null);
}
