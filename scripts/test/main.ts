/**
 * `npm test`: installs the packages that only the selected tests need, runs the gates, then vitest, and prints one line
 * that counts both.
 *
 * `npm test -- types test/event-stream` runs the gate `types` and the tests whose file name contains the other word.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extrasFor } from './extras.ts';
import { gates } from './gates.ts';
import { installExtras } from './install-extras.ts';
import { describeGate, runGates } from './run-gate.ts';
import { runVitest } from './run-vitest.ts';
import { selectTests } from './select.ts';
import { shareWork } from './shared-work.ts';
import { addTallies, describeTally, emptyTally, isGreen, tallyGates } from './tally.ts';

const selection = selectTests(process.argv.slice(2), gates);

shareWork();
installExtras(extrasFor(selection));

// Installing runs no scripts (.npmrc), so on a fresh clone nothing has built dist yet.
if (!existsSync('dist')) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

const gateTally = tallyGates(await runGates(selection.gates, (result) => console.log(describeGate(result))));
const vitestTally = selection.vitest === undefined ? emptyTally : await runVitest(selection.vitest);

const tally = addTallies(gateTally, vitestTally);
console.log(describeTally(tally));
process.exitCode = isGreen(tally) ? 0 : 1;
