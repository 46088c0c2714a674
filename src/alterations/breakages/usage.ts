import { rewriteItems } from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';

/** What this area's requirements forbid, each done. */
export const usageBreakages: readonly Breakage[] = [
  {
    id: 'usage.shape.same-everywhere/members',
    requirement: 'usage.shape.same-everywhere',
    port: 'exchange',
    behaviour: 'The listing shows only the total of a usage.',
    exchange: inListing(({ total_tokens }) => ({ total_tokens })),
  },
  {
    id: 'usage.shape.same-everywhere/types',
    requirement: 'usage.shape.same-everywhere',
    port: 'exchange',
    behaviour: 'The listing shows the total as a string.',
    exchange: inListing((usage) => ({ ...usage, total_tokens: String(usage.total_tokens) })),
  },
];

type Usage = Record<string, unknown>;

function inListing(change: (usage: Usage) => Usage) {
  return rewriteItems('listMessages', (turns) =>
    turns.map((turn: { readonly usage: Usage | null }) => ({
      ...turn,
      usage: turn.usage && change(turn.usage),
    })),
  );
}
