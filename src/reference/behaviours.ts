import type { ReferenceServerOptions } from './options.ts';
import type { Decorator } from './ports.ts';

/** A breakage or a variant that there is not. */
class UnknownBehaviourError extends Error {
  readonly code = 'unknown-behaviour';
}

/**
 * The behaviours that were asked for by their ids. Nothing is loaded for a server that is asked for none.
 *
 * @throws UnknownBehaviourError
 */
export async function loadBehaviours({
  breakages = [],
  variants = [],
}: Pick<ReferenceServerOptions, 'breakages' | 'variants'>): Promise<Decorator[]> {
  const broken = breakages.length > 0 ? (await import('./breakages/index.ts')).BREAKAGES : [];
  const varied = variants.length > 0 ? (await import('./variants/index.ts')).VARIANTS : [];
  return [
    ...breakages.map((id) => find(id, broken, 'breakage')),
    ...variants.map((id) => find(id, varied, 'variant')),
  ];
}

function find<Row extends Decorator & { readonly id: string }>(
  id: string,
  rows: readonly Row[],
  kind: string,
): Row {
  const row = rows.find((each) => each.id === id);
  if (row) return row;
  const near = rows.filter((each) => each.id.startsWith(id.slice(0, 4))).map((each) => each.id);
  const hint = near.length > 0 ? `; there are ${near.slice(0, 8).join(', ')}` : '';
  throw new UnknownBehaviourError(`there is no ${kind} ${id}${hint}`);
}
