/**
 * `npm start`: runs the whole suite against a reference server in this process, with scaled timers, and writes reports. With a URL or a
 * profile, it runs against your own server instead.
 */
import * as suite from '../conformance/api/bundle.ts';
import { exitOf } from '../conformance/verdict/exit-code.ts';
import { assemble } from '../reference/start.ts';
import { runUntilInterrupted } from './check-target.ts';
import { endWithNpm } from './end-with-npm.ts';
import type { Io } from './io.ts';
import { referenceProfileOf } from './reference-profile.ts';
import { type Results, render } from './render-report.ts';
import { runCommand } from './run-command.ts';
import { paintFor, standardIo } from './standard-io.ts';

/** Half an hour of the service takes 18 seconds, and the whole run well under a minute. */
const TIME_SCALE = 100;
const FOLDER = 'reports';
const ALL = { only: [], skip: [], isFast: false, isLong: true };

endWithNpm();
process.exitCode = await start(process.argv.slice(2), standardIo);

async function start(args: readonly string[], io: Io): Promise<number> {
  if (args.length > 0) return runCommand(['check', ...args], io);
  // The checks cause outages on purpose; reporting them as defects would only confuse.
  const server = await assemble({ faults: true, timeScale: TIME_SCALE, report() {} });
  try {
    io.stdout.write(
      `The reference server runs at ${server.url}, ${TIME_SCALE} times faster than the service.\n`,
    );
    const profile = referenceProfileOf(server.url, TIME_SCALE);
    const plan = suite.planChecks(suite.CHECKS, profile, ALL);
    io.stdout.write(
      `${plan.checks.length} checks of the conformance suite now run against it, as they would against any server.\n\n`,
    );
    return await runUntilInterrupted(suite, io, { profile, plan, depth: 'full' }, async (report) => {
      io.stdout.write(await render({ report }, 'pretty', { paint: paintFor(io.stdout) }));
      await writeReports({ report }, io);
      return exitOf(report).code;
    });
  } finally {
    await server.close();
  }
}

async function writeReports(results: Results, io: Io): Promise<void> {
  const { writeReport } = await import('../conformance/recordings/output-file.ts');
  for (const [reporter, file] of [
    ['json', 'report.json'],
    ['junit', 'report.xml'],
    ['html', 'report.html'],
  ] as const) {
    writeReport(`${FOLDER}/${file}`, await render(results, reporter));
  }
  io.stdout.write(
    `\nThe reports are in ${FOLDER}/. Against a server of your own: npm start -- URL --profile FILE (docs/conformance.md).\n`,
  );
}
