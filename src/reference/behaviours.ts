import type { ReferenceServerOptions } from './options.ts';
import type { Decorator } from './ports.ts';

/** A breakage or a variant that there is not. */
export class UnknownBehaviourError extends Error {
  readonly code = 'unknown-behaviour';
  readonly kind: 'breakage' | 'variant';
  readonly id: string;
  /** The ids of this kind that there are. */
  readonly known: readonly string[];

  constructor(kind: 'breakage' | 'variant', id: string, known: readonly string[]) {
    super(`there is no ${kind} ${id}; docs/ledger.md lists those that there are`);
    this.kind = kind;
    this.id = id;
    this.known = known;
  }
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
  const broken = breakages.length > 0 ? (await import('./breakages/index.ts')).ALL_BREAKAGES : [];
  const varied = variants.length > 0 ? (await import('./variants/index.ts')).VARIANTS : [];
  return [
    ...breakages.map((id) => find(id, broken, 'breakage')),
    ...variants.map((id) => find(id, varied, 'variant')),
  ];
}

function find<Row extends Decorator & { readonly id: string }>(
  id: string,
  rows: readonly Row[],
  kind: UnknownBehaviourError['kind'],
): Row {
  const row = rows.find((each) => each.id === id);
  if (row) return row;
  throw new UnknownBehaviourError(
    kind,
    id,
    rows.map((each) => each.id),
  );
}
