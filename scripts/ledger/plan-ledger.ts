import type { FamilyAlteration } from '../../src/alterations/families/family.ts';
import { FAMILIES } from '../../src/alterations/families/index.ts';
import { malformedShapes } from '../../src/alterations/families/malformed-shapes.ts';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import type { Change } from '../test/change.ts';
import { JUDGED_BREAKAGES } from './breakages.ts';
import { generateAlterations } from './families/generate.ts';
import { takeSample } from './families/sample.ts';
import { explainSurvivor, readSurvivors } from './families/survivors.ts';
import type { CombinationTask } from './judges.ts';
import { type Proof, readProofs } from './proofs.ts';
import { combinationsOf } from './readings/combinations.ts';
import { touchedIds } from './touched-ids.ts';

/** What a run of the ledger judges. */
export interface LedgerPlan {
  readonly seed: number;
  /** What is left out, in one line; undefined for a whole run. */
  readonly leavesOut?: string;
  readonly breakages: readonly string[];
  readonly proofs: readonly Proof[];
  /** The breakages that the whole suite judges. */
  readonly whole: readonly string[];
  /** Sets of variants that are judged together. */
  readonly combinations: readonly CombinationTask[];
  /** How many servers with random answers are judged. */
  readonly open: number;
  /** The ids of all alterations that were generated, in a whole run. */
  readonly generated?: readonly string[];
  /** Those that are judged. */
  readonly alterations: readonly FamilyAlteration[];
}

/** How many are drawn by the seed. Of the alterations of each family, ten times as many as by `npm test`. */
const DRAWN = {
  all: { whole: 10, open: 6 },
  part: { whole: 2, open: 1, combinations: 6, triples: 12, alterations: 50 },
};
/** An alteration depends on a changed check if only a few checks look at its place. */
const FEW = 3;

const BREAKAGE_IDS = JUDGED_BREAKAGES.map(({ id }) => id);

/** Everything, but for shapes that repeat what others show. */
export function planAll(traffic: Traffic, seed: number): LedgerPlan {
  const generated = generateAlterations(traffic, { seed });
  return {
    seed,
    breakages: BREAKAGE_IDS,
    proofs: readProofs(),
    whole: takeSample(BREAKAGE_IDS, DRAWN.all.whole, seed),
    combinations: allCombinations(),
    open: DRAWN.all.open,
    generated: generated.map(({ id }) => id),
    alterations: withoutRepeatedShapes(generated, seed),
  };
}

/**
 * Of the malformed shapes, keeps one at each place at which the suite finds no wrong value. Where it finds one, it looks at the place, and `breakages/shapes/mutator.test.ts` proves that the judge reports every wrong shape wherever it looks.
 */
function withoutRepeatedShapes(
  alterations: readonly FamilyAlteration[],
  seed: number,
): readonly FamilyAlteration[] {
  const isShape = ({ id }: FamilyAlteration) => id.startsWith(`${malformedShapes.name}/`);
  const entries = readSurvivors();
  const isFound = ({ id }: FamilyAlteration) => explainSurvivor(entries, id) === undefined;
  const seen = new Set(alterations.flatMap((each) => (isShape(each) || !isFound(each) ? [] : placeOf(each))));
  const shapes = Map.groupBy(alterations.filter(isShape), placeOf);
  const kept = [...shapes].flatMap(([place, own]) => (seen.has(place) ? [] : takeSample(own, 1, seed)));
  return [...alterations.filter((each) => !isShape(each)), ...kept];
}

/** The id without the family and the operator. */
function placeOf({ id }: FamilyAlteration): string {
  return id.slice(id.indexOf('/') + 1, id.lastIndexOf('/'));
}

/**
 * What a change touches, and a sample of the rest. Breakages and proofs of checks are left to the tests, which judge all of them.
 */
export async function planPart(traffic: Traffic, seed: number, change: Change): Promise<LedgerPlan> {
  const touched = await touchedIds(change);
  const { whole, open, combinations, triples, alterations } = DRAWN.part;
  const all = withoutRepeatedShapes(generateAlterations(traffic, { seed }), seed);
  const altered = all.filter((each) => isNear(each, change, touched));
  const drawn = FAMILIES.flatMap(({ name }) =>
    takeSample(
      all.filter(({ id }) => id.startsWith(`${name}/`)),
      alterations,
      seed,
    ),
  );
  const sets = allCombinations();
  const pairs = sets.filter(({ subject }) => subject === undefined);
  const others = sets.filter(({ subject }) => subject !== undefined);
  const planned = [...new Set([...altered, ...drawn])];
  const combined = [
    ...new Set([
      ...sets.filter(({ variants }) => variants.some((id) => touched.has(id))),
      ...takeSample(pairs, combinations, seed),
      ...takeSample(others, triples, seed),
    ]),
  ];
  const broken = BREAKAGE_IDS.filter((id) => touched.has(id));
  return {
    seed,
    leavesOut: [
      `${all.length - planned.length} of ${all.length} generated alterations`,
      `${sets.length - combined.length} of ${sets.length} combinations of variants`,
      'breakages and proofs of checks, which the tests judge',
    ].join(', '),
    breakages: [],
    proofs: [],
    whole: [...new Set([...takeSample(broken, whole, seed), ...takeSample(BREAKAGE_IDS, whole, seed)])],
    combinations: combined,
    open,
    alterations: planned,
  };
}

function allCombinations(): readonly CombinationTask[] {
  return combinationsOf().map(({ variants, ...subject }) => ({
    variants: variants.map(({ id }) => id),
    ...subject,
  }));
}

/** Whether a change touches the family, or one of the few checks that look at the place. */
function isNear({ id, checks }: FamilyAlteration, { files }: Change, touched: ReadonlySet<string>): boolean {
  const [family = ''] = id.split('/');
  return (
    files.some((file) => file.startsWith(`src/alterations/families/${family}`)) ||
    (checks.length <= FEW && checks.some((check) => touched.has(check)))
  );
}
