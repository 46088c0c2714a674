import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ReferenceServer } from '../alterations/index.ts';
import type { UnknownAlterationError } from '../alterations/load-alterations.ts';
import { COMMAND } from '../conformance/commands.ts';
import { readVersion } from '../conformance/generated.ts';
import { findNearest } from '../conformance/registry/nearest.ts';
import { PORTS, parseArguments, readNumber, readTimeScale, UsageError } from './arguments.ts';
import { SERVE_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { readUserFile } from './read-user-file.ts';
import { detachReaders } from './standard-io.ts';
import { untilSignalled } from './until-signalled.ts';

const DEFAULT_PORT = 4010;
/** Seeds of liberties. */
const SEEDS = [0, 2 ** 32 - 1] as const;
/** Where `npm run portal` builds the portal. The path is the same from the sources and from the bundled command. */
const BUILT_PORTAL = fileURLToPath(new URL('../../dist/portal', import.meta.url));

/** `conversation-api serve`: runs the reference server until a signal stops it. */
export async function serve(args: readonly string[], io: Io): Promise<number> {
  const values = readFlags(args);
  if (values['print-seed']) {
    const { defaultSeed } = await import('../alterations/index.ts');
    io.stdout.write(defaultSeed);
    return EXIT.ok;
  }
  const { seed: file, log } = values;
  const leaveReaders = detachReaders();
  const server = await untilSignalled({
    start: () => start(values),
    onStarted: (started) => {
      // A log of JSON has a line for this.
      if (log !== 'json') io.stderr.write(greet(started, file, values));
    },
    onHangup: file === undefined ? undefined : (started) => readAgain(started, file, log, io),
  });
  await server.close();
  leaveReaders();
  return EXIT.ok;
}

type Flags = ReturnType<typeof readFlags>;

function readFlags(args: readonly string[]) {
  const { values, positionals } = parseArguments(args, SERVE_FLAGS);
  if (positionals.length > 0) throw new UsageError('serve takes flags only; see serve --help');
  const { cors = [] } = values;
  for (const origin of cors) rejectNoOrigin(origin);
  if (cors.includes('*') && cors.length > 1)
    throw new UsageError('--cors * allows every origin; leave the others out');
  return values;
}

async function start(values: Flags): Promise<ReferenceServer> {
  const { startReferenceServer } = await import('../alterations/index.ts');
  const { seed: file, data, host, cors } = values;
  return startReferenceServer({
    port: readNumber(values, 'port', PORTS, DEFAULT_PORT),
    timeScale: readTimeScale(values),
    log: values.log ?? 'pretty',
    insecure: values.insecure ?? false,
    allowedHosts: values['allow-host'] ?? [],
    faults: values.faults ?? false,
    ...(values.application && { application: true }),
    ...(values['check-models'] && { checkModels: true }),
    ...(values.inspect && { inspect: true }),
    breakages: values.break ?? [],
    variants: values.variant ?? [],
    ...(values.liberties !== undefined && { liberties: readNumber(values, 'liberties', SEEDS, 0) }),
    front: values.front,
    ...(host !== undefined && { host }),
    ...(data !== undefined && { data }),
    ...(cors !== undefined && { cors: cors.length > 1 ? cors : cors[0] }),
    ...(values.docs && { docs: BUILT_PORTAL }),
    ...(file !== undefined && { seed: readUserFile(file, '--seed'), seedName: file }),
  }).catch((error: unknown) => {
    throw explainUnknownAlteration(error);
  });
}

/** Reads a changed seed. The log says whether it is in use; without a log, standard error says why it is not. */
function readAgain(server: ReferenceServer, file: string, log: string | undefined, io: Io): void {
  try {
    server.useSeed(() => readUserFile(file, '--seed'));
  } catch (error) {
    if (log === 'none') io.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  }
}

/** Browsers compare the origin literally, so anything else would never match. */
function rejectNoOrigin(cors: string): void {
  if (cors === '*' || cors === 'null') return;
  const origin = URL.parse(cors)?.origin;
  if (origin === cors && origin !== 'null') return;
  const hint = origin === undefined || origin === 'null' ? 'http://localhost:3000' : origin;
  throw new UsageError(
    `--cors cannot be ${JSON.stringify(cors.slice(0, 80))}; it must be the origin of a page, such as ${hint}, or *`,
  );
}

const ALTERATION_FLAGS = { breakage: '--break', variant: '--variant', front: '--front' } as const;
const MOST_SUGGESTIONS = 8;

/** Turns the error for an unknown breakage, variant or front into a usage error with suggestions. Returns other errors unchanged. */
function explainUnknownAlteration(error: unknown): unknown {
  if (!isUnknownAlteration(error)) return error;
  const { id, kind, known } = error;
  const within = known.filter((each) => each.startsWith(id));
  const near = within.length > 0 ? within.slice(0, MOST_SUGGESTIONS) : findNearest(id, known, 3);
  const ways = known.filter((each) => each.startsWith(`${id}/`));
  if (ways.length > 0) {
    return new UsageError(
      `${ALTERATION_FLAGS[kind]} ${id}: there are ${ways.length} ways to break this requirement; name one: ${ways.join(', ')}`,
      { cause: error },
    );
  }
  const hint =
    near.length > 0 ? `did you mean ${near.join(', ')}?` : `${COMMAND.list(`--${kind}s`)} shows all of them`;
  return new UsageError(`${ALTERATION_FLAGS[kind]} "${id}": there is no such ${kind}; ${hint}`, {
    cause: error,
  });
}

/** Compares the code and not the class: importing the class would load the server. */
function isUnknownAlteration(error: unknown): error is UnknownAlterationError {
  return error instanceof Error && 'code' in error && error.code === 'unknown-alteration';
}

/** The greeting: the address, and a first request that can be pasted into a shell. */
function greet(
  { url, address }: ReferenceServer,
  seedFile: string | undefined,
  { docs, inspect }: { readonly docs?: boolean | undefined; readonly inspect?: boolean | undefined },
): string {
  const token = seedFile === undefined ? 'harbor-main' : 'A_TOKEN_OF_YOUR_SEED';
  return `conversation-api ${readVersion()} reference server, listening on http://${address}

  curl -N ${url}/api/v1/chats/${randomUUID()}/messages/stream \\
    -H 'authorization: Bearer ${token}' -H 'idempotency-key: ${randomUUID()}' \\
    -H 'content-type: application/json' -d '{"content": "Hello"}'

${docs ? `The docs are at ${url}/docs/\n` : ''}${inspect ? `The requests are at ${url}/_reference/inspect\n` : ''}Stop it with Ctrl-C.
`;
}
