import type { HttpDriver } from '../conformance/journeys/http-driver.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { type ClientOptions, readClientOptions } from './client-options.ts';
import { concludeRun } from './conclude-run.ts';
import { EXIT, type Io } from './io.ts';
import { ensurePlaces } from './reporters.ts';
import { RunProgress } from './run-progress.ts';
import type { Suite } from './suite.ts';
import { onceSignalled } from './until-signalled.ts';
import { wrapFor } from './wrap.ts';

/** `conversation-api check-client -- COMMAND`: lets a driver do journeys with its client, and judges what it did. */
export async function checkClient(args: readonly string[], io: Io): Promise<number> {
  const suite = await import('../conformance/api/bundle.ts');
  const options = await readClientOptions(args, suite);
  if (options.onlyPlans) return printPlan(options, io);
  await ensurePlaces(options.places, []);
  const { port, command } = options;
  const [program = '', ...words] = command;
  if (port === undefined) return judge(options, suite, suite.processDriver(program, words), io);
  const http = suite.httpDriver();
  io.stderr.write(`a driver finds its journeys at ${await listen(http, port)}/next\n`);
  try {
    return await judge(options, suite, http.driver, io);
  } finally {
    await http.finish(suite.machineClock);
    http.server.close();
  }
}

function listen({ server }: HttpDriver, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(server.address()).port}`));
  });
}

async function judge(
  options: ClientOptions,
  suite: Suite,
  driver: HttpDriver['driver'],
  io: Io,
): Promise<number> {
  const { command, port, journeys, timeScale, again } = options;
  const { startReferenceServer } = await import('../alterations/index.ts');
  const stop = new AbortController();
  const progress = new RunProgress(io.stderr, { checks: journeys.length, modelTurns: 0, timeScale });
  const ignoreSignals = onceSignalled(() => {
    stop.abort();
    progress.stop();
  });
  progress.start();
  try {
    const report = await suite.judgeClient({
      ...options,
      name: command.length > 0 ? command.map((word) => sanitize(word, 100)).join(' ') : 'the client',
      serve: (served) => startReferenceServer({ ...served, ...(port !== undefined && { cors: '*' }) }),
      driver,
      signal: stop.signal,
      clock: suite.machineClock,
      again: (journey, world) =>
        suite.COMMAND.checkClient(['--journey', journey, '--world', world, ...again], command),
      onBegin: ({ name: id, waits = 0 }) => progress.begin({ id, waits }),
      onEnd: ({ name: id }, status) => progress.end({ id }, status),
    });
    progress.clear();
    return await concludeRun({ report }, options, io);
  } finally {
    progress.clear();
    ignoreSignals();
  }
}

function printPlan({ journeys, worldsOf }: ClientOptions, io: Io): number {
  const counts = journeys.map((journey) => worldsOf(journey).length);
  const lines = journeys.flatMap(({ name, task, service, rows }, at) => [
    `${name}  (task ${task}; ${counts[at]} ${counts[at] === 1 ? 'world' : 'worlds'})`,
    `  The service ${service}`,
    `  judges ${rows.join(', ')}`,
  ]);
  const runs = counts.reduce((sum, count) => sum + count, 0);
  lines.push(`${journeys.length} journeys; the driver would be started ${runs} times at most`);
  io.stdout.write(wrapFor(io.stdout, `${lines.join('\n')}\n`));
  return EXIT.ok;
}
