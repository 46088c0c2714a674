/**
 * `npm test`: installs the packages that only the selected tests need, runs the gates, then vitest, and prints one line
 * that counts both. `npm run test:all` adds the outer tier (tiers.ts), and `npm run test:changed` tests a change (plan-change.ts).
 *
 * `npm test -- types test/event-stream` runs the gate `types` and the tests of either tier whose file name contains the other word.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readOrRefuse } from '../read-arguments.ts';
import { readOwnChange } from './change.ts';
import { extrasFor, selectedFiles } from './extras.ts';
import { gates } from './gates.ts';
import { installExtras } from './install-extras.ts';
import { planChange } from './plan-change.ts';
import { describeCost } from './processor-time.ts';
import { describeGate, runGates } from './run-gate.ts';
import { runVitest } from './run-vitest.ts';
import { readSeed } from './seed.ts';
import { selectTests } from './select.ts';
import { shareWork } from './shared-work.ts';
import { addTallies, describeTally, emptyTally, isGreen, tallyGates } from './tally.ts';
import { outerFiles } from './tiers.ts';

const started = performance.now();
const selection = readOrRefuse(() => selectTests(process.argv.slice(2), gates));
const seed = readSeed();
process.env.PROOF_SEED = seed;
const plan =
  selection.tier === 'changed'
    ? await planChange(
        selection.gates,
        readOrRefuse(() => readOwnChange()),
        seed,
      )
    : undefined;
const tier = plan?.tier ?? selection.tier;
// A variable of the caller must not narrow the run.
if (tier === undefined) delete process.env.TIER;
else process.env.TIER = tier;
const selectedGates = plan?.gates ?? selection.gates;
const vitest = plan && selection.vitest ? [...plan.files, ...selection.vitest] : selection.vitest;
for (const line of plan?.summary ?? []) console.log(line);
if (vitest !== undefined) console.log(`samples by the seed ${seed}; PROOF_SEED=${seed} repeats them`);

shareWork();
if (vitest !== undefined) {
  const excluded = tier === undefined ? [] : outerFiles();
  installExtras(extrasFor(selectedFiles(vitest).filter((file) => !excluded.includes(file))));
}

// Installing runs no scripts (.npmrc), so on a fresh clone nothing has built dist yet.
if (!existsSync('dist')) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

const run = (isOuter: boolean) =>
  runGates(
    selectedGates.filter((gate) => (gate.isOuter ?? false) === isOuter),
    (result) => console.log(describeGate(result)),
    2,
  );
const innerGates = await run(false);
const tests = vitest === undefined ? emptyTally : await runVitest(vitest);
const outerGates = await run(true);

const tally = [innerGates, outerGates].map(tallyGates).reduce(addTallies, tests);
console.log(describeCost(started));
console.log(describeTally(tally));
process.exitCode = isGreen(tally) ? 0 : 1;
