/** A worker thread that judges altered servers one at a time, as requested by the main thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FamilyAlteration } from '../../src/alterations/families/family.ts';
import { FAMILIES } from '../../src/alterations/families/index.ts';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { JUDGED_BREAKAGES, judgeAmongOpenAnswers, judgeBreakage, judgeWhole } from './breakages.ts';
import { checksAt } from './checks-at.ts';
import { judgeAlteration } from './families/judge-alteration.ts';
import { type Prover, prove, proversOf } from './proofs.ts';
import { judgeCombination, judgeOpenAnswers } from './readings/judge-combination.ts';
import type { Answer, Tasks, Verdicts } from './threads.ts';

const traffic = workerData as Traffic;
const breakages = new Map(JUDGED_BREAKAGES.map((each) => [each.id, each]));
let alterations: ReadonlyMap<string, FamilyAlteration> | undefined;
let provers: ReadonlyMap<string, Prover> | undefined;

const JUDGES: { readonly [Kind in keyof Tasks]: (task: Tasks[Kind]) => Promise<Verdicts[Kind]> } = {
  breakage: ({ id, unproven }) => judgeBreakage(find(breakages, id), new Set(unproven)),
  whole: ({ id }) => judgeWhole(find(breakages, id)),
  combination: ({ variants }) =>
    judgeCombination(
      VARIANTS.filter(({ id }) => variants.includes(id)),
      [...checksAt('standard')],
    ),
  openAnswers: ({ seed }) => judgeOpenAnswers(seed, CHECKS),
  openBreakage: ({ seed, id }) => judgeAmongOpenAnswers(find(breakages, id), seed),
  alteration: ({ id, ...options }) => {
    alterations ??= byId(FAMILIES.flatMap((family) => [...family.generate(traffic)]));
    return judgeAlteration(find(alterations, id), options);
  },
  proof: ({ alteration, checks }) => {
    provers ??= byId(proversOf(traffic));
    return prove(find(provers, alteration), checks);
  },
};

parentPort?.on('message', async ({ kind, task }: { kind: keyof Tasks; task: Tasks[keyof Tasks] }) => {
  parentPort?.postMessage(await answer(JUDGES[kind] as (task: Tasks[keyof Tasks]) => Promise<unknown>, task));
});

async function answer<Task>(judge: (task: Task) => Promise<unknown>, task: Task): Promise<Answer> {
  try {
    return { verdict: await judge(task) };
  } catch (error) {
    return { problem: error instanceof Error ? String(error.stack).slice(0, 1000) : String(error) };
  }
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function find<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id);
  if (!item) throw new RangeError(`there is no alteration ${id}`);
  return item;
}
