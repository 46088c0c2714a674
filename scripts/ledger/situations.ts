import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { listStates } from '../../src/alterations/families/wrong-states/index.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';

/** A situation that only the suite or only the generated alterations have. */
export interface LoneSituation {
  readonly side: 'suite' | 'alterations';
  /** A probe of the suite, or a state of the alterations with an action. */
  readonly name: string;
  /** Why the other side lacks it. Undefined if nobody has given a reason. */
  readonly reason: string | undefined;
}

/** Why one side lacks a situation of the other. */
const REASONS: Readonly<Record<string, string>> = {
  'cancel-running-application': 'the contract leaves open whether a client can cancel such a turn (A-139)',
};

/**
 * Compares the situations that the suite sets up with the states in which generated alterations misbehave. The two catalogues are
 * written apart, so a situation that one of them lacks is either left out for a reason or forgotten.
 *
 * @param traffic what a sound server saw of these checks
 */
export function listLoneSituations(
  { states }: Pick<Traffic, 'states'>,
  checks: readonly Check[],
  reasons: Readonly<Record<string, string>> = REASONS,
): readonly LoneSituation[] {
  const covered = new Set([...states.values()].flat());
  const probes = Map.groupBy(
    checks.filter(({ situations = [] }) => situations.length > 0),
    ({ situations = [] }) => situations[0]?.probe ?? '',
  );
  const ofSuite = [...probes].filter(([, own]) => !own.some(({ id }) => covered.has(id)));
  const ofAlterations = listStates().filter((state) => !states.has(state));
  return [
    ...ofSuite.map(([name]) => ({ side: 'suite' as const, name, reason: reasons[name] })),
    ...ofAlterations.map((name) => ({ side: 'alterations' as const, name, reason: reasons[name] })),
  ];
}

/** Describes such a situation in one line. */
export function describeLoneSituation({ side, name, reason = 'no reason is given' }: LoneSituation): string {
  return `only in the ${side}: ${name}: ${reason}`;
}
