/**
 * Runs the whole suite against the sound server, and prints every violation and every check that did not reach its end. Exits 0 if there is
 * none, and 1 otherwise.
 */
import { alarmsIn } from './ledger/judge-reference.ts';
import { wholeRun } from './ledger/whole-run.ts';

const { report } = await wholeRun();
const alarms = [...alarmsIn(report, ['failed', 'warned']), ...report.incomplete];
for (const alarm of alarms) console.error(alarm);
process.exitCode = alarms.length === 0 ? 0 : 1;
