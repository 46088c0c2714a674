import type { Gate } from './gates.ts';

/**
 * How much a run tests. `inner`: every gate and every test of our own code, with samples where one test has many items. `changed`: what a change
 * touches, and a sample of the rest. Without a tier, the selected tests run all of their items.
 */
export type Tier = 'inner' | 'changed' | undefined;

export interface Selection {
  readonly gates: readonly Gate[];
  /** Arguments for vitest, or undefined when vitest does not run. */
  readonly vitest: readonly string[] | undefined;
  readonly tier: Tier;
}

/**
 * Selects the gates and tests that `npm test -- ...` runs. No argument selects the inner tier, `--all` selects both tiers, `--changed` what a
 * change touches, and the name of a gate selects that gate. Every other argument is a filter or an option for vitest, which fails when a filter
 * matches no test.
 */
export function selectTests(args: readonly string[], gates: readonly Gate[]): Selection {
  const [first, ...others] = args;
  const inner = gates.filter(({ isOuter }) => !isOuter);
  if (first === undefined) return { gates: inner, vitest: [], tier: 'inner' };
  if (first === '--changed') return { gates: inner, vitest: others, tier: 'changed' };
  if (args.includes('--changed')) throw new RangeError('--changed comes first; options of vitest follow it');
  if (args.includes('--all'))
    return { gates, vitest: args.filter((arg) => arg !== '--all'), tier: undefined };
  const names = new Set(gates.map((gate) => gate.name));
  const rest = args.filter((arg) => !names.has(arg));
  return {
    gates: gates.filter((gate) => args.includes(gate.name)),
    vitest: rest.length > 0 ? rest : undefined,
    tier: undefined,
  };
}
