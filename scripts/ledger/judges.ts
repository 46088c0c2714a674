import { FAMILIES } from '../../src/alterations/families/index.ts';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import type { Depth } from '../../src/conformance/run/depth.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import {
  idsIn,
  JUDGED_BREAKAGES,
  type JudgedBreakage,
  judgeAmongOpenAnswers,
  judgeBreakage,
  judgeWhole,
  type WholeReport,
} from './breakages.ts';
import { checksAt } from './checks-at.ts';
import { describeProblem, type Judged, judgeAlteration } from './families/judge-alteration.ts';
import { type Proof, prove, proversOf } from './proofs.ts';
import { judgeCombination, judgeOpenAnswers } from './readings/judge-combination.ts';
import { concerns, type Subject } from './readings/questions.ts';

/** A server with several variants. */
export interface CombinationTask {
  readonly variants: readonly string[];
  /** If given, only the checks of this subject judge it. */
  readonly subject?: Subject;
}

/** What can be judged, by kind. A task is plain data, so that a thread or a file can hold it. */
export interface Tasks {
  readonly breakage: { readonly id: string; readonly hints?: readonly string[] };
  readonly whole: { readonly id: string };
  readonly combination: CombinationTask;
  readonly openAnswers: { readonly seed: number };
  readonly openBreakage: { readonly seed: number; readonly id: string };
  readonly alteration: { readonly id: string; readonly depth?: Depth; readonly likely?: readonly string[] };
  readonly proof: Proof;
}

/** The results, by kind. */
export interface Verdicts {
  readonly breakage: JudgedBreakage;
  readonly whole: WholeReport;
  readonly combination: readonly string[];
  readonly openAnswers: readonly string[];
  /** Whether the breakage was found. */
  readonly openBreakage: boolean;
  readonly alteration: Judged;
  readonly proof: Proof;
}

export type TaskKind = keyof Tasks;

/** Judges one kind of altered servers, and describes what the suite got wrong: it missed something, or raised a false alarm. */
interface Judge<Task, Verdict> {
  judge(task: Task): Promise<Verdict>;
  problemsOf(verdict: Verdict, task: Task): readonly string[];
}

export type Judges = { readonly [Each in TaskKind]: Judge<Tasks[Each], Verdicts[Each]> };

/** @param traffic what a sound server saw of the suite, from which alterations are generated; called when the first one is judged */
export function judgesOf(traffic: () => Traffic): Judges {
  const breakages = byId(() => JUDGED_BREAKAGES);
  const alterations = byId(() => FAMILIES.flatMap((family) => [...family.generate(traffic())]));
  const provers = byId(() => proversOf(traffic()));
  return {
    breakage: {
      judge: ({ id, hints }) => judgeBreakage(breakages(id), hints),
      problemsOf: ({ isCaught, breakage }) => (isCaught ? [] : [`not caught: ${breakage}`]),
    },
    whole: {
      judge: ({ id }) => judgeWhole(breakages(id)),
      problemsOf: ({ breakage, requirement, reported }) =>
        idsIn(reported).includes(requirement) ? [] : [`not caught by the whole suite: ${breakage}`],
    },
    combination: {
      judge: ({ variants, subject }) =>
        judgeCombination(
          VARIANTS.filter(({ id }) => variants.includes(id)),
          [...checksAt('basic')].filter((check) => subject === undefined || concerns(subject, check)),
        ),
      problemsOf: (alarms, { variants }) => alarms.map((alarm) => `${alarm}, under ${variants.join(', ')}`),
    },
    openAnswers: {
      judge: ({ seed }) => judgeOpenAnswers(seed, CHECKS),
      problemsOf: (alarms, { seed }) => alarms.map((alarm) => `${alarm}, by open answers of seed ${seed}`),
    },
    openBreakage: {
      judge: ({ seed, id }) => judgeAmongOpenAnswers(breakages(id), seed),
      problemsOf: (isFound, { seed, id }) =>
        isFound ? [] : [`not caught among the open answers of seed ${seed}: ${id}`],
    },
    alteration: {
      judge: ({ id, ...options }) => judgeAlteration(alterations(id), options),
      problemsOf: (judged) => describeProblem(judged),
    },
    proof: {
      judge: ({ alteration, checks }) => prove(provers(alteration), checks),
      problemsOf: (found, { alteration, checks }) =>
        checks
          .filter((check) => !found.checks.includes(check))
          .map((check) => `${check} does not find ${alteration}, which proofs.json names`),
    },
  };
}

/** Finds items by their ids. They are made when the first one is wanted. @throws RangeError for an unknown id */
function byId<Item extends { readonly id: string }>(make: () => readonly Item[]): (id: string) => Item {
  let known: ReadonlyMap<string, Item> | undefined;
  return (id) => {
    known ??= new Map(make().map((item) => [item.id, item]));
    const item = known.get(id);
    if (!item) throw new RangeError(`there is no alteration ${id}`);
    return item;
  };
}
