import type { Gate } from './gates.ts';

export interface Selection {
  readonly gates: readonly Gate[];
  /** Arguments for vitest, or undefined when vitest is not to run. */
  readonly vitest: readonly string[] | undefined;
}

/**
 * What `npm test -- ...` asks for: nothing means everything; a name of a gate means that gate; all else is a filter
 * or an option for vitest, which itself fails when a filter matches no test.
 */
export function selectTests(args: readonly string[], gates: readonly Gate[]): Selection {
  if (args.length === 0) return { gates, vitest: [] };
  const names = new Set(gates.map((gate) => gate.name));
  const rest = args.filter((arg) => !names.has(arg));
  return {
    gates: gates.filter((gate) => args.includes(gate.name)),
    vitest: rest.length > 0 ? rest : undefined,
  };
}
