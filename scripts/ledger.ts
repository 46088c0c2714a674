/**
 * `npm run ledger`: judges the reference server with each breakage, each combination of variants and each generated alteration, writes
 * reports/ledger.json, and prints the cost and the unexplained results. `--jobs N` sets the number of threads; `--seed S` chooses what is
 * sampled. Servers that are judged wrongly are added to test/kept-failures.txt. `--changed` judges only what changed since the last release or a
 * day ago (`PROOF_BASE` names another commit), and a sample of the rest.
 *
 * `--open N` only judges N servers with random answers to open points, starting at the seed. With `--broken M`, each has one of M breakages.
 *
 * To fix a miss: `--only PREFIX` judges the breakages with this prefix, and `--family NAME` the alterations of one family, or of
 * `all`. `--sample N` takes some of each, chosen by the seed, and `--containing TEXT` those whose id contains a text. With `--depth basic` or
 * `standard`, it reports which of the alterations that a full run finds are found at this depth. `--prove` writes scripts/ledger/proofs.json: an
 * alteration that each check finds, and a check that finds each breakage. `--keep-counts` writes how many alterations each
 * operator generates to scripts/ledger/generated-before.txt; an operator that generates less is a problem. `--situations` lists the situations
 * that only the suite or only the generated alterations have.
 */
import { FAMILIES } from '../src/alterations/families/index.ts';
import { NO_TRAFFIC, type Traffic } from '../src/alterations/families/traffic.ts';
import { count } from '../src/conformance/report/describe.ts';
import { CHECKS } from '../src/conformance/suite/index.ts';
import { JUDGED_BREAKAGES } from './ledger/breakages.ts';
import { generateAlterations } from './ledger/families/generate.ts';
import { writeGeneratedBefore } from './ledger/families/generated-before.ts';
import { measureDepth } from './ledger/families/measure-depth.ts';
import { keepFailures } from './ledger/kept-failures.ts';
import { writeLedger } from './ledger/ledger-file.ts';
import { type LedgerPlan, planAll, planPart } from './ledger/plan-ledger.ts';
import { describeCost, describeLedger } from './ledger/print.ts';
import { writeProofs } from './ledger/proofs.ts';
import { proveAll } from './ledger/prove-all.ts';
import {
  judgeAlterations,
  judgeBreakages,
  judgeBrokenOpenServers,
  judgeOpenServers,
  runLedger,
} from './ledger/run-ledger.ts';
import { describeLoneSituation, listLoneSituations } from './ledger/situations.ts';
import { Threads } from './ledger/threads.ts';
import { wholeTraffic } from './ledger/whole-run.ts';
import { readArguments, readOrRefuse, refuseArguments } from './read-arguments.ts';
import { readRecentChange } from './test/change.ts';
import { readSeed, toNumber } from './test/seed.ts';

const values = readArguments({
  jobs: { type: 'string', default: '2' },
  seed: { type: 'string' },
  only: { type: 'string' },
  open: { type: 'string' },
  broken: { type: 'string' },
  family: { type: 'string' },
  sample: { type: 'string' },
  containing: { type: 'string' },
  depth: { type: 'string' },
  changed: { type: 'boolean', default: false },
  prove: { type: 'boolean', default: false },
  'keep-counts': { type: 'boolean', default: false },
  situations: { type: 'boolean', default: false },
});
const names = FAMILIES.map(({ name }) => name);
if (values.family !== undefined && ![...names, 'all'].includes(values.family))
  refuseArguments(`There is no family ${values.family}; there are ${names.join(', ')}, and all.`);

const seed = values.seed ?? readSeed();
console.log(`samples by the seed ${seed}; --seed ${seed} repeats them`);
// Only the generated alterations come from what a run of the whole suite sees.
const needsTraffic = values.open === undefined && values.only === undefined;
const traffic = needsTraffic ? await wholeTraffic() : NO_TRAFFIC;
const threads = new Threads(Number(values.jobs), traffic);
const problems = await run(traffic).finally(() => threads.close());
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function run(traffic: Traffic): Promise<readonly string[]> {
  if (values.open !== undefined) return await judgeOpen(Number(values.open));
  if (values.only !== undefined) return await judgeOnly(values.only);
  if (values.family !== undefined) return await judgeFamily(traffic, values.family);
  if (values.prove) return await prove(traffic);
  if (values['keep-counts']) return keepCounts(traffic);
  if (values.situations) return compareSituations(traffic);
  return await judgePlanned(traffic, await plan(traffic));
}

async function plan(traffic: Traffic): Promise<LedgerPlan> {
  const change = values.changed ? readOrRefuse(() => readRecentChange()) : undefined;
  if (!change) return planAll(traffic, toNumber(seed));
  console.log(
    `${count(change.files.length, 'file')} changed since ${change.base}; PROOF_BASE names another commit`,
  );
  return planPart(traffic, toNumber(seed), change);
}

async function judgePlanned(traffic: Traffic, plan: LedgerPlan): Promise<readonly string[]> {
  if (plan.leavesOut !== undefined) console.log(`left out: ${plan.leavesOut}`);
  const ledger = await runLedger(threads, traffic, plan, (cost, problems) => {
    console.log(describeCost(cost));
    // A run takes long, so problems are shown as soon as they are known, and all of them again at the end.
    for (const problem of problems) console.error(problem);
  });
  keepFailures(threads.failed);
  writeLedger(ledger);
  console.log(describeLedger(ledger));
  return ledger.problems;
}

async function judgeOpen(seeds: number): Promise<readonly string[]> {
  const first = toNumber(seed);
  if (values.broken === undefined) return await judgeOpenServers(threads, first, seeds);
  const { found, tried, problems } = await judgeBrokenOpenServers(threads, {
    seed: first,
    seeds,
    each: Number(values.broken),
  });
  console.log(
    `${found} of ${tried} breakages are caught among open answers; each is caught at the sound server`,
  );
  return problems;
}

async function judgeOnly(prefix: string): Promise<readonly string[]> {
  const breakages = JUDGED_BREAKAGES.map(({ id }) => id).filter((id) => id.startsWith(prefix));
  if (breakages.length === 0) refuseArguments(`No breakage begins with ${prefix}.`);
  const { judged, problems } = await judgeBreakages(threads, breakages);
  for (const each of judged) console.log(JSON.stringify(each));
  return problems;
}

async function judgeFamily(traffic: Traffic, family: string): Promise<readonly string[]> {
  const alterations = generateAlterations(traffic, {
    families: family === 'all' ? names : [family],
    sample: values.sample === undefined ? undefined : Number(values.sample),
    seed: toNumber(seed),
    containing: values.containing,
  });
  if (alterations.length === 0) refuseArguments(`No alteration contains ${values.containing}.`);
  if (values.depth === 'basic' || values.depth === 'standard') {
    const { found, missed, problems } = await measureDepth(threads, alterations, values.depth);
    console.log(`depth ${values.depth} finds ${found.length} of ${found.length + missed.length}`);
    return [...missed.map((id) => `missed: ${id}`), ...problems];
  }
  const { results, problems } = await judgeAlterations(threads, alterations);
  for (const result of results) console.log(JSON.stringify(result));
  return problems;
}

function compareSituations(traffic: Traffic): readonly string[] {
  const lone = listLoneSituations(traffic, CHECKS);
  console.log(`${count(lone.length, 'situation')} in the suite alone or in the generated alterations alone`);
  for (const each of lone) if (each.reason !== undefined) console.log(describeLoneSituation(each));
  return lone.filter(({ reason }) => reason === undefined).map(describeLoneSituation);
}

function keepCounts(traffic: Traffic): readonly string[] {
  writeGeneratedBefore(generateAlterations(traffic, { seed: 1 }).map(({ id }) => id));
  return [];
}

async function prove(traffic: Traffic): Promise<readonly string[]> {
  const { proofs, problems } = await proveAll(threads, traffic);
  writeProofs(proofs);
  return problems;
}
