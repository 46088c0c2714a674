import type { Journey } from '../conformance/journeys/journey.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { parseArguments, readNumber, readTimeScale, UsageError } from './arguments.ts';
import { concludeRun } from './conclude-run.ts';
import { readDocs } from './docs-option.ts';
import { CLIENT_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { readKnownFailuresFile } from './known-failures.ts';
import { ensurePlaces, readReporters } from './reporters.ts';
import { RunProgress } from './run-progress.ts';
import { readShard } from './shard-option.ts';
import type { Suite } from './suite.ts';
import { onceSignalled } from './until-signalled.ts';
import { wrapFor } from './wrap.ts';

/** Drivers that run at once, each with a server of its own. */
const CONCURRENCY = 4;
const MOST_CONCURRENCY = 64;
/** A minute of the service is a second, so that the longest journey takes half a minute. */
const TIME_SCALE = '60';

/** `conversation-api check-client -- COMMAND`: lets a driver do journeys with its client, and judges what it did. */
export async function checkClient(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, CLIENT_FLAGS);
  const [command, ...rest] = positionals;
  const suite = await import('../conformance/api/bundle.ts');
  const journeys = choose(suite, values.journey ?? []);
  const worlds = await worldsFor(suite, values);
  if (values.plan) return printPlan(journeys, worlds, io);
  if (command === undefined)
    throw new UsageError(
      'check-client needs the command of a driver after --: check-client -- node driver.js',
    );
  if (values.shard !== undefined && (values.require ?? values['known-failures']) !== undefined)
    throw new UsageError(
      '--require and --known-failures cannot be used with --shard, which sees only a part; give them to merge',
    );
  const timeScale = readTimeScale({ 'time-scale': values['time-scale'] ?? TIME_SCALE });
  const places = readReporters(values.reporter, values.output);
  const ids = suite.loadRows().requirements.map(({ id }) => id);
  suite.rejectUnknownPrefixes(values.require ?? [], ids, 'requirement');
  const knownFailures =
    values['known-failures'] === undefined ? undefined : readKnownFailuresFile(values['known-failures']);
  await ensurePlaces(places, []);
  const { startReferenceServer } = await import('../alterations/index.ts');
  const again = flagsAgain(values);
  const stop = new AbortController();
  const progress = new RunProgress(io.stderr, { checks: journeys.length, modelTurns: 0, timeScale });
  const ignoreSignals = onceSignalled(() => {
    stop.abort();
    progress.stop();
  });
  progress.start();
  try {
    const report = await suite.judgeClient({
      name: positionals.map((word) => sanitize(word, 100)).join(' '),
      journeys,
      worldsOf: worlds,
      serve: startReferenceServer,
      driver: suite.processDriver(command, rest),
      timeScale,
      concurrency: readNumber(values, 'concurrency', [1, MOST_CONCURRENCY], CONCURRENCY),
      signal: stop.signal,
      clock: suite.machineClock,
      again: (journey, world) =>
        suite.COMMAND.checkClient(['--journey', journey, '--world', world, ...again], positionals),
      onBegin: ({ name: id, waits = 0 }) => progress.begin({ id, waits }),
      onEnd: ({ name: id }, status) => progress.end({ id }, status),
      required: values.require ?? [],
      knownFailures,
      shard: readShard(values.shard),
    });
    progress.clear();
    return await concludeRun(
      { report },
      {
        places,
        isVerbose: values.verbose ?? false,
        failsOnWarning: values['fail-on'] === 'warning',
        docs: readDocs(values.docs),
      },
      io,
    );
  } finally {
    progress.clear();
    ignoreSignals();
  }
}

type Values = ReturnType<typeof parseArguments<typeof CLIENT_FLAGS>>['values'];

/** Flags that a command needs to repeat a journey. */
function flagsAgain(values: Values): readonly string[] {
  return values['time-scale'] === undefined ? [] : ['--time-scale', values['time-scale']];
}

/** @throws UsageError when a prefix names no journey */
function choose({ JOURNEYS }: Suite, prefixes: readonly string[]): readonly Journey[] {
  for (const prefix of prefixes) {
    if (!JOURNEYS.some(({ name }) => name.startsWith(prefix)))
      throw new UsageError(
        `no journey begins with ${prefix.slice(0, 100)}; check-client --plan lists the journeys`,
      );
  }
  if (prefixes.length === 0) return JOURNEYS;
  return JOURNEYS.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
}

type Worlds = Parameters<Suite['judgeClient']>[0]['worldsOf'];

async function worldsFor(suite: Suite, { world, fast }: Values): Promise<Worlds> {
  if (world !== undefined) {
    const named = readNamedWorld(suite, world);
    return () => [named];
  }
  if (fast) return () => [suite.SOUND];
  const { listAlterations } = await import('../alterations/list-alterations.ts');
  const variants = listAlterations('variants').map(({ id }) => id);
  return (journey) => suite.worldsOf(journey, variants);
}

function readNamedWorld({ readWorld }: Suite, name: string) {
  try {
    return readWorld(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(
      `--world: ${error.message}; write sound, variant:A-78=crlf, liberties:7 or front:reset@mid-stream`,
      {
        cause: error,
      },
    );
  }
}

function printPlan(journeys: readonly Journey[], worlds: Worlds, io: Io): number {
  const lines = journeys.flatMap((journey) => {
    const { name, task, service, rows } = journey;
    const count = worlds(journey).length;
    return [
      `${name}  (task ${task}; ${count} ${count === 1 ? 'world' : 'worlds'})`,
      `  The service ${service}`,
      `  judges ${rows.join(', ')}`,
    ];
  });
  const runs = journeys.reduce((sum, journey) => sum + worlds(journey).length, 0);
  io.stdout.write(
    wrapFor(
      io.stdout,
      `${[...lines, `${journeys.length} journeys; the driver would be started ${runs} times at most`].join('\n')}\n`,
    ),
  );
  return EXIT.ok;
}
