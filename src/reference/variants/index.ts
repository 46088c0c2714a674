import { answerVariants } from './answers.ts';
import { listVariants } from './lists.ts';
import { streamVariants } from './streams.ts';
import type { Variant } from './variant.ts';

/** Every variant, by topic. */
export const VARIANTS: readonly Variant[] = [...answerVariants, ...streamVariants, ...listVariants];
