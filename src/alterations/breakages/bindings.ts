import type { Binding } from '../../../generated/bindings.d.ts';
import listed from '../../../generated/bindings.json' with { type: 'json' };

/** Every fact about requests that a row of the registry decides. */
export const bindings = listed as readonly Binding[];
