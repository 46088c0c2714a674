import type { Usage } from '../../../generated/types.d.ts';
import { rewriteListed } from '../decorators/rewrite-turns.ts';
import { type Breakage, breakage } from './breakage.ts';

export const usageBreakages: readonly Breakage[] = [
  breakage(
    'usage.shape.same-everywhere/members',
    'The listing shows only the total of a usage.',
    inListing(({ total_tokens }) => ({ total_tokens })),
  ),
  breakage(
    'usage.shape.same-everywhere/types',
    'The listing shows the total of a usage as a string.',
    inListing((usage) => ({ ...usage, total_tokens: String(usage.total_tokens) })),
  ),
];

function inListing(change: (usage: Usage) => object) {
  return rewriteListed((turn) => ({ ...turn, usage: turn.usage && change(turn.usage) }));
}
