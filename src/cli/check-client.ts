import type { Driver } from '../conformance/journeys/driver.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { listen } from '../loopback/index.ts';
import { type ClientOptions, readClientOptions } from './client-options.ts';
import { concludeRun } from './conclude-run.ts';
import { EXIT, type Io } from './io.ts';
import type { Suite } from './suite.ts';
import { watch } from './watch-run.ts';
import { wrapFor } from './wrap.ts';

/** `conversation-api check-client -- COMMAND`: lets a driver do journeys with its client, and judges what it did. */
export async function checkClient(args: readonly string[], io: Io): Promise<number> {
  const suite = await import('../conformance/api/bundle.ts');
  const options = await readClientOptions(args, suite);
  if (options.onlyPlans) return printPlan(options, io);
  const { port, command } = options;
  const [program = '', ...words] = command;
  if (port === undefined) return judge(options, suite, suite.processDriver(program, words), io);
  const http = suite.httpDriver();
  const { url } = await listen(http.server, '127.0.0.1', port);
  io.stderr.write(`a driver finds its journeys at ${url}/next\n`);
  try {
    return await judge(options, suite, http.driver, io);
  } finally {
    await http.finish(suite.machineClock);
    http.server.close();
  }
}

async function judge(options: ClientOptions, suite: Suite, driver: Driver, io: Io): Promise<number> {
  const { command, port, journeys, timeScale, again } = options;
  const { startReferenceServer } = await import('../alterations/index.ts');
  return watch(
    suite,
    io,
    { checks: journeys.length, modelTurns: 0, timeScale },
    async ({ signal, onBegin, onOutcome }) => {
      const report = await suite.judgeClient({
        ...options,
        name: command.length > 0 ? command.map((word) => sanitize(word, 100)).join(' ') : 'the client',
        serve: (served) => startReferenceServer({ ...served, ...(port !== undefined && { cors: '*' }) }),
        driver,
        signal,
        clock: suite.machineClock,
        again: (journey, world) =>
          suite.COMMAND.checkClient(['--journey', journey, '--world', world, ...again], command),
        onBegin,
        onOutcome,
      });
      return { result: report, leftovers: report.leftovers };
    },
    (report) => concludeRun({ report }, options, io),
  );
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
