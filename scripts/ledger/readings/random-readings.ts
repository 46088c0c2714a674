import type { Variant } from '../../../src/alterations/alteration.ts';
import { choicesOf } from '../../../src/alterations/open-answers/chance.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { excludes } from './exclusions.ts';
import { questionsOf } from './questions.ts';

/** A random reading for each open question, chosen by a seed. Half of them are the sound server's own. */
export function randomReadings(seed: number): readonly Variant[] {
  const choose = choicesOf(seed);
  const chosen: Variant[] = [];
  for (const { openPoint, readings } of questionsOf(VARIANTS)) {
    const others = readings.flatMap((reading) => reading ?? []);
    const [first, ...rest] = others;
    if (!first || choose(`own ${openPoint} ${first.id}`, [true, false])) continue;
    const variant = choose(`reading ${openPoint} ${first.id}`, [first, ...rest]);
    if (!chosen.some(({ id }) => excludes(id, variant.id))) chosen.push(variant);
  }
  return VARIANTS.filter((variant) => chosen.includes(variant));
}
