import type { Variant } from '../../../src/alterations/alteration.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { runLimited } from '../../../src/conformance/run/schedule.ts';
import { Progress } from '../progress.ts';
import { combinationsOf } from './combinations.ts';
import { judgeCombination } from './judge-combination.ts';

/** Servers that are judged at the same time. Most of a run is waiting. */
const SIDE_BY_SIDE = 4;

/** What was found under one combination of variants. */
interface Judged {
  readonly variants: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Judges every combination of readings with the whole suite, and prints how far it is.
 *
 * @param resume continues the last run that was interrupted
 * @returns how many combinations there are, and a line for each problem
 */
export async function judgeReadings(
  resume: boolean,
): Promise<{ readonly combinations: number; readonly problems: readonly string[] }> {
  // Each run adds a listener for unhandled rejections.
  process.setMaxListeners(process.getMaxListeners() + SIDE_BY_SIDE);
  const progress = new Progress<Judged>('readings.jsonl', resume);
  const combinations = combinationsOf();
  const judged = new Map(progress.earlier.map((each) => [nameOf(each.variants), each]));
  const todo = combinations.filter((variants) => !judged.has(nameOf(idsOf(variants))));
  await runLimited(todo, SIDE_BY_SIDE, async (variants) => {
    const found: Judged = { variants: idsOf(variants), problems: await judgeCombination(variants, CHECKS) };
    judged.set(nameOf(found.variants), found);
    progress.add(found);
    console.error(`${judged.size} of ${combinations.length} combinations, ${found.problems.length} problems`);
  });
  const problems = combinations.flatMap((variants) => {
    const ids = idsOf(variants);
    const found = judged.get(nameOf(ids))?.problems ?? [];
    return found.map((problem) => `${problem}, under ${ids.join(', ')}`);
  });
  return { combinations: combinations.length, problems };
}

function idsOf(variants: readonly Variant[]): string[] {
  return variants.map(({ id }) => id);
}

function nameOf(ids: readonly string[]): string {
  return ids.join(' ');
}
