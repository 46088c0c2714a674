import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import { COMMAND } from '../commands.ts';
import { findNearestIds } from '../registry/lookup.ts';
import { loadRegistry } from '../registry/registry.ts';
import { isUnder, SelectionError, SHOW } from '../registry/selection.ts';
import type { Check } from '../suite/check-kit/check.ts';

type Selectable = Pick<Check, 'id' | 'requirements'>;

const shown: Readonly<Record<string, readonly string[]>> = shownBy;

/**
 * Finds the checks that an id selects. The id may be that of a check, a requirement, a statement or an open point, or a prefix. If no check
 * verifies a requirement by itself, such as one about a shape, the id selects the checks in whose exchanges the judge verifies it.
 *
 * @throws SelectionError when the id selects nothing
 */
export function findSelected(selector: string, checks: readonly Selectable[]): ReadonlySet<string> {
  const own = findOwn(selector, checks);
  if (own.length > 0) return new Set(own);
  const selected = findShowing(selector);
  if (selected.length === 0) throw new SelectionError(explainNothing(selector));
  return new Set(selected);
}

/**
 * Finds the checks that an id skips. A requirement that the judge verifies in every exchange cannot be skipped, because any remaining check may
 * show it.
 *
 * @throws SelectionError when the id skips nothing
 */
export function findSkipped(selector: string, checks: readonly Selectable[]): ReadonlySet<string> {
  const own = findOwn(selector, checks);
  if (own.length > 0) return new Set(own);
  const name = selector.slice(0, 100);
  throw new SelectionError(
    findShowing(selector).length === 0
      ? explainNothing(selector)
      : `no check verifies ${name} by itself: it is judged in every exchange that shows it, so it cannot be skipped; --known-failures lists what may fail, and ${SHOW}`,
  );
}

/**
 * How an id may be meant, the most exact first; the first that selects something counts. So `chats.create` does not also select
 * `chats.created-at`, and `chats.cre` selects both.
 */
const WAYS: readonly ((id: string, selector: string) => boolean)[] = [
  isUnder,
  (id, selector) => id.startsWith(selector),
  (id, selector) => id.includes(`.${selector}`),
];

/** The ids of the checks that verify what an id names. */
function findOwn(selector: string, checks: readonly Selectable[]): string[] {
  return findMeant(selector, (isMeant) =>
    checks.filter((check) =>
      requirementsOf(selector)
        ? check.requirements.some(isMeant)
        : [check.id, ...check.requirements].some(isMeant),
    ),
  ).map(({ id }) => id);
}

/** The ids of the checks in whose exchanges the judge verifies what an id names. */
function findShowing(selector: string): string[] {
  return findMeant(selector, (isMeant) => Object.entries(shown).filter(([id]) => isMeant(id))).flatMap(
    ([, checks]) => checks,
  );
}

function findMeant<Item>(
  selector: string,
  find: (isMeant: (id: string) => boolean) => readonly Item[],
): readonly Item[] {
  const requirements = requirementsOf(selector);
  if (requirements) return find((id) => requirements.includes(id));
  for (const isMeant of WAYS) {
    const found = find((id) => isMeant(id, selector));
    if (found.length > 0) return found;
  }
  return [];
}

/** The requirements of a statement or an open point, or undefined for any other id. */
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

function explainNothing(selector: string): string {
  const name = selector.slice(0, 100);
  const isKnown =
    requirementsOf(selector) ?? loadRegistry().requirements.some(({ id }) => isUnder(id, selector));
  return isKnown
    ? `no check shows ${name}; ${COMMAND.explain(name)} says why`
    : `no check and no requirement begins with ${name}${suggest(selector)}; ${SHOW}`;
}
