import type { Ports } from '../../reference/ports.ts';
import type { Store } from '../../reference/store/store.ts';

/** What a store keeps. */
export type Kept = Exclude<keyof Store, 'close'>;

/**
 * A store that does some things otherwise with some of what it keeps.
 *
 * @param change gets what the store has for it, once for each server
 */
export function rewriteStore<Part extends Kept>(
  part: Part,
  change: (kept: Store[Part], ports: Ports) => Partial<Store[Part]>,
): (ports: Ports) => Ports {
  return (ports) => {
    const kept = ports.store[part];
    return { ...ports, store: { ...ports.store, [part]: { ...kept, ...change(kept, ports) } } };
  };
}
