import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * Why breakages of some requirements also violate others. Ids and beginnings of ids, which end in `*`. `together`: whatever
 * breaks one of the rows may show in the others. `breaking` and `shows`: what breaks the first may show in the second.
 */
type Rule =
  | { readonly reason: string; readonly together: readonly string[] }
  | { readonly reason: string; readonly breaking: readonly string[]; readonly shows: readonly string[] };

export const COLLATERAL_RULES = parse(
  readFileSync(new URL('collateral.yaml', import.meta.url), 'utf8'),
) as readonly Rule[];

/**
 * The rule by which a breakage violates another requirement than its own: the first that fits.
 *
 * @param breakage id of the breakage, which begins with its requirement
 */
export function collateralRule(breakage: string, row: string): Rule | undefined {
  const [requirement = ''] = breakage.split('/');
  return COLLATERAL_RULES.find((rule) =>
    'together' in rule
      ? names(rule.together, requirement) && names(rule.together, row)
      : (names(rule.breaking, requirement) || names(rule.breaking, breakage)) && names(rule.shows, row),
  );
}

function names(ids: readonly string[], id: string): boolean {
  return ids.some((each) => (each.endsWith('*') ? id.startsWith(each.slice(0, -1)) : id === each));
}
