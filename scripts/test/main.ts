/**
 * `npm test`: the gates, then vitest, then one line that counts both.
 *
 * `npm test -- types test/event-stream` runs the gate `types` and the tests whose file name contains the other word.
 */
import { gates } from './gates.ts';
import { describeGate, runGates } from './run-gate.ts';
import { runVitest } from './run-vitest.ts';
import { selectTests } from './select.ts';
import { addTallies, describeTally, emptyTally, isGreen, tallyGates } from './tally.ts';

const selection = selectTests(process.argv.slice(2), gates);

const gateTally = tallyGates(await runGates(selection.gates, (result) => console.log(describeGate(result))));
const vitestTally = selection.vitest === undefined ? emptyTally : await runVitest(selection.vitest);

const tally = addTallies(gateTally, vitestTally);
console.log(describeTally(tally));
process.exitCode = isGreen(tally) ? 0 : 1;
