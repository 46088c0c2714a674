import type { Gate } from './gates.ts';

export interface Selection {
  readonly gates: readonly Gate[];
  /** Arguments for vitest, or undefined when vitest does not run. */
  readonly vitest: readonly string[] | undefined;
  /** Whether files of the outer tier are excluded. */
  readonly isInnerTier: boolean;
}

/**
 * Selects the gates and tests that `npm test -- ...` runs. No argument selects the inner tier, `--all` selects both, and the name of a
 * gate selects that gate. Every other argument is a filter or an option for vitest, which fails when a filter matches no test.
 */
export function selectTests(args: readonly string[], gates: readonly Gate[]): Selection {
  if (args.length === 0)
    return { gates: gates.filter(({ isOuter }) => !isOuter), vitest: [], isInnerTier: true };
  if (args.includes('--all'))
    return { gates, vitest: args.filter((arg) => arg !== '--all'), isInnerTier: false };
  const names = new Set(gates.map((gate) => gate.name));
  const rest = args.filter((arg) => !names.has(arg));
  return {
    gates: gates.filter((gate) => args.includes(gate.name)),
    vitest: rest.length > 0 ? rest : undefined,
    isInnerTier: false,
  };
}
