import type { Decorator } from '../reference/ports.ts';
import { assemble } from '../reference/start.ts';
import type { AlterationOptions } from './options.ts';

type AlterationKind = 'breakage' | 'variant' | 'front';

/** Thrown for an unknown id of a breakage, a variant or a front. */
export class UnknownAlterationError extends Error {
  readonly code = 'unknown-alteration';
  readonly kind: AlterationKind;
  readonly id: string;
  /** All ids of this kind. */
  readonly known: readonly string[];

  constructor(kind: AlterationKind, id: string, known: readonly string[]) {
    super(`there is no ${kind} ${id}; npx --no conversation-api list --${kind}s shows all of them`);
    this.kind = kind;
    this.id = id;
    this.known = known;
  }
}

/**
 * Loads breakages, variants and a front by their ids, and liberties by their seed. Loads nothing if none are given.
 *
 * @throws UnknownAlterationError
 */
export async function loadAlterations({
  breakages = [],
  variants = [],
  liberties,
  front,
}: AlterationOptions): Promise<Decorator[]> {
  const broken = breakages.length > 0 ? (await import('./breakages/index.ts')).ALL_BREAKAGES : [];
  const varied = variants.length > 0 ? (await import('./variants/index.ts')).VARIANTS : [];
  return [
    ...breakages.map((id) => find(id, broken, 'breakage')),
    ...variants.map((id) => find(id, varied, 'variant')),
    ...(liberties === undefined ? [] : (await import('./liberties/liberties.ts')).takeLiberties(liberties)),
    ...(front === undefined
      ? []
      : [find(front, (await import('./fronts/front.ts')).FRONTS, 'front').open(assemble)]),
  ];
}

function find<Row extends { readonly id: string }>(
  id: string,
  rows: readonly Row[],
  kind: AlterationKind,
): Row {
  const row = rows.find((each) => each.id === id);
  if (row) return row;
  throw new UnknownAlterationError(
    kind,
    id,
    rows.map((each) => each.id),
  );
}
