import { MissingCombinations, type Strength } from './missing-combinations.ts';

/** Questions with their possible answers, and which combinations an array must cover. */
export interface Model<Value> {
  /** The values for each question. The first one excludes no other value, so that every row can be completed. */
  readonly questions: readonly (readonly Value[])[];
  /** How many values are combined with each other: every two, or every three. */
  readonly strength: Strength;
  /** Whether two values cannot be combined. */
  excludes(one: Value, other: Value): boolean;
}

/** A value of a model, with the index of its question. */
interface Answer<Value> {
  readonly question: number;
  readonly value: Value;
}

/** How many candidate rows are built to choose each row from. More candidates make the array shorter but take longer. */
const CANDIDATES = 24;
/** Primes, used as step lengths to visit all questions in different orders. No model has that many questions. */
const STEPS = [1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061, 1063, 1069];

/**
 * Builds rows with one value for each question, so that some row contains every allowed combination of the model's strength. Each row grows
 * around a combination that is still missing, and takes the values that complete the most other combinations. The same model always gives
 * the same rows.
 *
 * @param covered rows that exist already, so that what they combine is not missing
 */
export function coveringArray<Value>(
  { questions, strength, excludes }: Model<Value>,
  covered: readonly (readonly Value[])[] = [],
): Value[][] {
  const answers = questions.flatMap((values, question) =>
    values.map((value): Answer<Value> => ({ question, value })),
  );
  const valueAt = (index: number) => (answers[index] as Answer<Value>).value;
  const missing = new MissingCombinations(
    answers.map(({ question }) => question),
    strength,
    (one, other) => excludes(valueAt(one), valueAt(other)),
  );
  for (const row of covered)
    missing.remove(
      [...answers.keys()].filter((index) => row[answers[index]?.question ?? 0] === valueAt(index)),
    );
  const rows: Value[][] = [];
  for (let seed = missing.first(); seed; seed = missing.first()) {
    const row = bestRow(seed, answers, missing);
    missing.remove(row);
    rows.push(row.map(valueAt));
  }
  return rows;
}

/** @returns the indexes of the values of the best row around a seed, in the order of their questions */
function bestRow<Value>(
  seed: readonly number[],
  answers: readonly Answer<Value>[],
  missing: MissingCombinations,
): readonly number[] {
  const choices = Map.groupBy(answers.keys(), (index) => answers[index]?.question ?? 0);
  for (const index of seed) choices.delete(answers[index]?.question ?? 0);
  let best: readonly number[] = [];
  let most = -1;
  for (let candidate = 0; candidate < CANDIDATES; candidate += 1) {
    const row = [...seed];
    let gain = 0;
    for (const choice of inOrder([...choices.values()], candidate)) {
      const taken = bestChoice(inOrder(choice, candidate), row, missing);
      row.push(taken.index);
      gain += taken.gain;
    }
    if (gain > most) {
      best = row;
      most = gain;
    }
  }
  return best.toSorted((a, b) => a - b);
}

function bestChoice(
  choice: readonly number[],
  row: readonly number[],
  missing: MissingCombinations,
): { readonly index: number; readonly gain: number } {
  return choice
    .filter((index) => missing.allows(index, row))
    .map((index) => ({ index, gain: missing.gainOf(index, row) }))
    .reduce((best, other) => (other.gain > best.gain ? other : best));
}

/** The items in an order that depends on the number. */
function inOrder<Item>(items: readonly Item[], number: number): Item[] {
  const step = STEPS[number % STEPS.length] as number;
  const start = number * 7;
  return items.map((_, index) => items[(start + index * step) % items.length] as Item);
}
