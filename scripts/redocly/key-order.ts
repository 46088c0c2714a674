import type { Context } from './rule.ts';

/**
 * Reports the first key of a mapping that precedes a key that should come first.
 *
 * @param ranks groups of keys: those of an earlier group come first, within a group the order is free. Keys without a group
 *   may come anywhere.
 */
export function reportDisorder(
  node: object,
  ranks: readonly (readonly string[])[],
  { report, location }: Context,
): void {
  let last = { key: '', rank: -1 };
  for (const key of Object.keys(node)) {
    const rank = ranks.findIndex((keys) => keys.includes(key));
    if (rank === -1) continue;
    if (rank < last.rank) {
      report({
        message: `\`${key}\` comes after \`${last.key}\`; it belongs before it.`,
        location: location.child([key]).key(),
      });
      return;
    }
    last = { key, rank };
  }
}
