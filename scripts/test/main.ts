/**
 * `npm test`: installs the packages that only the selected tests need, runs the gates, then vitest, and prints one line
 * that counts both. `npm run test:all` adds the outer tier (tiers.ts).
 *
 * `npm test -- types test/event-stream` runs the gate `types` and the tests of either tier whose file name contains the other word.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extrasFor, selectedFiles } from './extras.ts';
import { gates } from './gates.ts';
import { installExtras } from './install-extras.ts';
import { describeGate, runGates } from './run-gate.ts';
import { runVitest } from './run-vitest.ts';
import { selectTests } from './select.ts';
import { shareWork } from './shared-work.ts';
import { addTallies, describeTally, emptyTally, isGreen, tallyGates } from './tally.ts';
import { outerFiles } from './tiers.ts';

const { gates: selected, vitest, isInnerTier } = selectTests(process.argv.slice(2), gates);
const excluded = isInnerTier ? outerFiles() : [];
if (isInnerTier) process.env.TIER = 'inner';

shareWork();
if (vitest !== undefined)
  installExtras(extrasFor(selectedFiles(vitest).filter((file) => !excluded.includes(file))));

// Installing runs no scripts (.npmrc), so on a fresh clone nothing has built dist yet.
if (!existsSync('dist')) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

const run = (isOuter: boolean) =>
  runGates(
    selected.filter((gate) => (gate.isOuter ?? false) === isOuter),
    (result) => console.log(describeGate(result)),
    2,
  );
const innerGates = await run(false);
const tests = vitest === undefined ? emptyTally : await runVitest(vitest);
const outerGates = await run(true);

const tally = [innerGates, outerGates].map(tallyGates).reduce(addTallies, tests);
console.log(describeTally(tally));
process.exitCode = isGreen(tally) ? 0 : 1;
