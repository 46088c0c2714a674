import { COMMAND } from '../conformance/commands.ts';
import type { Shard } from '../conformance/files/shard.ts';
import type { Journey, World } from '../conformance/journeys/journey.ts';
import { PORTS, parseArguments, readNumber, readTimeScale, suggest, UsageError } from './arguments.ts';
import type { ConcludeOptions } from './conclude-run.ts';
import { readDocs } from './docs-option.ts';
import { CLIENT_FLAGS } from './flags.ts';
import { ensureMemory, type Memory, readMemory } from './memory.ts';
import { ensurePlaces, readReporters } from './reporters.ts';
import { readShard } from './shard-option.ts';
import type { Suite } from './suite.ts';

/** Drivers that run at once, each with a server of its own. */
const CONCURRENCY = 4;
const MOST_CONCURRENCY = 64;
/** A minute of the service is a second. */
const TIME_SCALE = '60';

export interface ClientOptions extends Omit<ConcludeOptions, 'remembering'>, Memory {
  /** The command of the driver and its arguments; empty with `--listen`. */
  readonly command: readonly string[];
  /** The port at which a driver asks for journeys; undefined for a driver that is a command. */
  readonly port: number | undefined;
  readonly journeys: readonly Journey[];
  worldsOf(journey: Journey): readonly World[];
  readonly onlyPlans: boolean;
  readonly timeScale: number;
  readonly concurrency: number;
  readonly required: readonly string[];
  readonly shard: Shard | undefined;
  /** Flags that a command needs to repeat a journey. */
  readonly again: readonly string[];
}

/** Reads the command line of `check-client`. @throws UsageError when an argument is invalid or contradicts another */
export async function readClientOptions(args: readonly string[], suite: Suite): Promise<ClientOptions> {
  const { values, positionals: command } = parseArguments(args, CLIENT_FLAGS);
  const port = readNumber(values, 'listen', PORTS, undefined);
  if (command.length > 0 && port !== undefined)
    throw new UsageError('--listen is for drivers that are no command; give one of the two');
  if (command.length === 0 && port === undefined && !values.plan) {
    throw new UsageError(
      'check-client needs the command of a driver after --, as in check-client -- node driver.js',
    );
  }
  const {
    require: required = [],
    'known-failures': knownFailures,
    remember,
    'time-scale': timeScale,
  } = values;
  const ofWhole = (['require', 'known-failures', 'remember'] as const).find(
    (flag) => values[flag] !== undefined,
  );
  if (values.shard !== undefined && ofWhole !== undefined) {
    throw new UsageError(
      `--${ofWhole} cannot be used with --shard, which sees only a part; give it to merge`,
    );
  }
  const ids = suite.loadRows().requirements.map(({ id }) => id);
  suite.rejectUnknownPrefixes(required, ids, 'requirement');
  const places = readReporters(values.reporter, values.output);
  const memory = await readMemory({ knownFailures, remember });
  if (!values.plan) {
    await ensurePlaces(places, []);
    await ensureMemory(memory.remembering, { places, knownFailures });
  }
  return {
    command,
    port,
    journeys: chooseJourneys(suite, values.journey ?? []),
    worldsOf: await readWorlds(suite, values),
    onlyPlans: values.plan ?? false,
    timeScale: readTimeScale({ 'time-scale': timeScale ?? TIME_SCALE }),
    concurrency: readNumber(values, 'concurrency', [1, MOST_CONCURRENCY], CONCURRENCY),
    required,
    ...memory,
    shard: readShard(values.shard),
    again: timeScale === undefined ? [] : ['--time-scale', timeScale],
    places,
    isVerbose: values.verbose ?? false,
    failsOnWarning: values['fail-on'] === 'warning',
    docs: readDocs(values.docs),
  };
}

/** @throws UsageError when a prefix names no journey */
function chooseJourneys({ JOURNEYS }: Suite, prefixes: readonly string[]): readonly Journey[] {
  for (const prefix of prefixes) {
    if (JOURNEYS.some(({ name }) => name.startsWith(prefix))) continue;
    throw new UsageError(
      `no journey begins with ${prefix.slice(0, 100)}; check-client --plan lists the journeys`,
    );
  }
  if (prefixes.length === 0) return JOURNEYS;
  return JOURNEYS.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
}

async function readWorlds(
  suite: Suite,
  { world, fast }: { readonly world?: string; readonly fast?: boolean },
): Promise<ClientOptions['worldsOf']> {
  if (fast && world === undefined) return () => [suite.SOUND];
  const { listAlterations } = await import('../alterations/list-alterations.ts');
  if (world !== undefined) {
    const named = readWorld(suite, world);
    requireKnown('variants', named.variants ?? [], listAlterations);
    requireKnown('fronts', named.front === undefined ? [] : [named.front], listAlterations);
    return () => [named];
  }
  const variants = listAlterations('variants').map(({ id }) => id);
  return (journey) => suite.worldsOf(journey, variants);
}

type ListAlterations = typeof import('../alterations/list-alterations.ts').listAlterations;

/** @throws UsageError for an id that does not exist */
function requireKnown(kind: 'variants' | 'fronts', ids: readonly string[], list: ListAlterations): void {
  for (const id of ids) {
    const known = list(kind).map((each) => each.id);
    if (known.includes(id)) continue;
    throw new UsageError(
      `--world: there is no ${kind.slice(0, -1)} ${id.slice(0, 80)}${suggest(id, known)}; ${COMMAND.list(`--${kind}`)} shows all of them`,
    );
  }
}

function readWorld(suite: Suite, name: string): World {
  try {
    return suite.readWorld(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(
      `--world: ${error.message}; write sound, variant:A-78=crlf, liberties:7 or front:reset@mid-stream`,
      { cause: error },
    );
  }
}
