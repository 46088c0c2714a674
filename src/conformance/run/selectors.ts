import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import type { Check } from '../check-kit/check.ts';
import { findNearestIds } from '../lookup.ts';
import { loadRegistry } from '../registry.ts';
import { isUnder, SelectionError } from '../selection.ts';

type Selectable = Pick<Check, 'id' | 'requirements'>;

const shown: Readonly<Record<string, readonly string[]>> = shownBy;

/**
 * Finds the checks that an id selects, whatever printed it: the id of a check or a requirement, the beginning of one, a statement or an open
 * point. A requirement that no check verifies by itself, such as one about a shape, selects the checks in whose exchanges the judge sees it.
 *
 * @throws SelectionError when the id selects nothing
 */
export function findSelected(selector: string, checks: readonly Selectable[]): ReadonlySet<string> {
  const requirements = requirementsOf(selector);
  const own = checks.filter((check) =>
    requirements
      ? check.requirements.some((id) => requirements.includes(id))
      : [check.id, ...check.requirements].some((id) => isUnder(id, selector)),
  );
  if (own.length > 0) return new Set(own.map(({ id }) => id));
  const isMeant = (id: string) => requirements?.includes(id) ?? isUnder(id, selector);
  const selected = Object.entries(shown).flatMap(([id, those]) => (isMeant(id) ? those : []));
  if (selected.length === 0) throw new SelectionError(explainNothing(selector, requirements));
  return new Set(selected);
}

/** The requirements of a statement or an open point; undefined for any other id. */
function requirementsOf(selector: string): readonly string[] | undefined {
  const { statements, openPoints, requirements } = loadRegistry();
  const key = selector.toUpperCase();
  if (!Object.hasOwn(statements, key) && !Object.hasOwn(openPoints, key)) return undefined;
  const names = ({
    statements: own,
    restates = [],
    openPoints: points = [],
  }: (typeof requirements)[number]) => [...own, ...restates, ...points].includes(key);
  return requirements.filter(names).map(({ id }) => id);
}

function suggest(selector: string): string {
  const nearest = findNearestIds(loadRegistry(), selector);
  return nearest.length === 0 ? '' : ` (did you mean ${nearest.join(', ')}?)`;
}

function explainNothing(selector: string, of: readonly string[] | undefined): string {
  const name = selector.slice(0, 100);
  const isKnown = of ?? loadRegistry().requirements.some(({ id }) => isUnder(id, selector));
  return isKnown
    ? `no check shows ${name}; conversation-api explain ${name} says why`
    : `no check and no requirement begins with ${name}${suggest(selector)}; conversation-api list shows them`;
}
