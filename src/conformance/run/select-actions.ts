import { ACTIONS } from '../exploration/actions.ts';
import type { Action } from '../exploration/step.ts';
import type { Selection } from './plan-run.ts';
import { findSelected, findSkipped } from './selectors.ts';

/**
 * The actions for exploration: those that check requirements selected by `only`, without those that check requirements selected by `skip`.
 * Actions that create what other actions use are always included.
 *
 * @throws SelectionError when an id selects or skips nothing
 */
export function selectActions({ only, skip }: Pick<Selection, 'only' | 'skip'>): readonly Action[] {
  const selectable = ACTIONS.map(({ name, requirements }) => ({ id: `exploration.${name}`, requirements }));
  const ids = (selectors: readonly string[], find: typeof findSelected) =>
    new Set(selectors.flatMap((selector) => [...find(selector, selectable)]));
  const selected = ids(only, findSelected);
  const skipped = ids(skip, findSkipped);
  return ACTIONS.filter(({ name, makes }) => {
    const id = `exploration.${name}`;
    return makes || ((only.length === 0 || selected.has(id)) && !skipped.has(id));
  });
}
