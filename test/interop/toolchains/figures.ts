import type { Item, Kind } from './corpus.ts';
import { type Decoded, firstLoss } from './lost.ts';

/** How many items of a kind were decoded and encoded without loss. */
export interface Count {
  readonly kept: number;
  readonly of: number;
}

/** The counts of a toolchain, and the first lost item of each kind. */
export interface Figures {
  readonly union: Count;
  readonly event: Count;
  readonly answer: Count;
  readonly losses: readonly string[];
}

/** Compares what a program decoded with the corpus. An item without a line is lost. */
export function figuresOf(items: readonly Item[], decoded: readonly Decoded[]): Figures {
  const answers = new Map(decoded.map((line) => [keyOf(line), line]));
  const lost = items.flatMap((item) => {
    const why = lossOf(item, answers.get(keyOf(item)));
    return why === undefined ? [] : [{ item, why }];
  });
  const count = (kind: Kind): Count => {
    const all = items.filter((item) => item.kind === kind).length;
    return { kept: all - lost.filter(({ item }) => item.kind === kind).length, of: all };
  };
  return {
    union: count('union'),
    event: count('event'),
    answer: count('answer'),
    losses: lost.map(({ item, why }) => `${item.kind} ${item.type} (${item.id}): ${why}`),
  };
}

function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

function lossOf({ value }: Item, decoded: Decoded | undefined): string | undefined {
  if (decoded === undefined) return 'the program printed nothing for it';
  return decoded.error ?? firstLoss(value, decoded.value);
}
