import { referenceProfileOf } from '../../src/cli/reference-profile.ts';
import type { Profile } from '../../src/conformance/profile/profile.ts';
import { costOfAll } from '../../src/conformance/run/costs.ts';
import { type Depth, narrowPlan } from '../../src/conformance/run/depth.ts';
import { planChecks, type Selection } from '../../src/conformance/run/plan-run.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';

const WHOLE = referenceProfileOf('http://127.0.0.1:4010', 1);
const { main } = WHOLE.credentials;
const BARE: Profile = {
  ...WHOLE,
  credentials: main ? { main } : {},
  resources: {},
  scenarios: {},
  faults: {},
};

const USUAL = { only: [], skip: [], isFast: false, isLong: false };

/** The runs in the table, by their names there. */
const RUNS = new Map<string, readonly Check[]>([
  ['no profile', checksOf(BARE, 'standard')],
  ['a whole profile, `--fast`', checksOf(WHOLE, 'standard', { isFast: true })],
  ['a whole profile, `--depth basic`', checksOf(WHOLE, 'basic')],
  ['a whole profile', checksOf(WHOLE, 'standard')],
  ['a whole profile, `--depth full`', checksOf(WHOLE, 'full')],
  ['a whole profile, `--depth full --long`', checksOf(WHOLE, 'full', { isLong: true })],
]);

function checksOf(profile: Profile, depth: Depth, selection: Partial<Selection> = {}): readonly Check[] {
  return narrowPlan(planChecks(CHECKS, profile, { ...USUAL, ...selection }), depth).checks;
}

/** Fills the cost of runs into the table of docs/conformance.md. */
export function fillCosts(page: string): string {
  return page
    .split('\n')
    .map((line) => {
      const [, run = ''] = /^\| ([^|]+) \|/.exec(line) ?? [];
      const checks = RUNS.get(run);
      return checks ? describeRun(run, checks) : line;
    })
    .join('\n');
}

function describeRun(name: string, checks: readonly Check[]): string {
  const [turns, chats, skills, requests, modelTurns] = costOfAll(checks.map(({ id }) => id));
  const longest = Math.max(...checks.map(({ waits = 0 }) => waits)) / 1000;
  const cells = [name, ...[requests, turns, modelTurns, chats + skills].map(round), `${longest} s`];
  return `| ${cells.join(' | ')} |`;
}

/** Two digits, so that a new check rarely changes the table. */
function round(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString('en');
}
