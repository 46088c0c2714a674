import type { Decorator } from '../reference/ports.ts';
import type { AlterationOptions } from './options.ts';

/** Thrown for an unknown id of a breakage or variant. */
export class UnknownAlterationError extends Error {
  readonly code = 'unknown-alteration';
  readonly kind: 'breakage' | 'variant';
  readonly id: string;
  /** All ids of this kind. */
  readonly known: readonly string[];

  constructor(kind: 'breakage' | 'variant', id: string, known: readonly string[]) {
    super(`there is no ${kind} ${id}; npx --no conversation-api list --${kind}s shows all of them`);
    this.kind = kind;
    this.id = id;
    this.known = known;
  }
}

/**
 * Loads breakages and variants by their ids. Loads nothing if no ids are given.
 *
 * @throws UnknownAlterationError
 */
export async function loadAlterations({
  breakages = [],
  variants = [],
}: AlterationOptions): Promise<Decorator[]> {
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
  kind: UnknownAlterationError['kind'],
): Row {
  const row = rows.find((each) => each.id === id);
  if (row) return row;
  throw new UnknownAlterationError(
    kind,
    id,
    rows.map((each) => each.id),
  );
}
