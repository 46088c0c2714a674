import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * Why breakages of some requirements also violate other requirements. Lists hold ids, or prefixes of ids that end in `*`.
 * `together`: a breakage of any listed requirement may violate the others. `breaking` and `shows`: a breakage of the first list may
 * violate the second. The first list may also name a single breakage.
 */
type Rule =
  | { readonly reason: string; readonly together: readonly string[] }
  | { readonly reason: string; readonly breaking: readonly string[]; readonly shows: readonly string[] };

export const COLLATERAL_RULES = parse(
  readFileSync(new URL('collateral.yaml', import.meta.url), 'utf8'),
) as readonly Rule[];

/**
 * Finds the first rule that explains why a breakage violates a requirement besides its own.
 *
 * @param breakage the id of the breakage, which begins with its requirement
 * @param row the id of the other requirement
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
