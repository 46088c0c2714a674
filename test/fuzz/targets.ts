import { judgeReference } from '../../scripts/ledger/judge-reference.ts';
import { seededRandom } from '../../scripts/test/random.ts';
import { SHAPE_BREAKAGES } from '../../src/alterations/breakages/shapes/breakages.ts';
import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { verdictOver } from '../../src/conformance/verdict/verdict.ts';

export interface TargetSoak {
  readonly checks: readonly Check[];
  readonly runs: number;
  /** Seed of the first run. Each further run uses the next seed. */
  readonly seed: number;
  /** No run starts after this time, in milliseconds since the epoch. */
  readonly until?: number;
}

export interface TargetTally {
  readonly runs: number;
  /** Wrong values that the targets put into every answer with their place. */
  readonly spoiled: number;
  readonly findings: number;
  /** Runs that threw, that called such a target conformant, or that found something without a place and a reason. */
  readonly problems: readonly string[];
}

/** Maximum number of wrong shapes at once. With one or two, the suite gets far; with dozens, it sees little else. */
const MOST_SHAPES = 40;

/**
 * Runs the suite against targets that answer with wrong values at many places at once: absent members, null, other types, unknown values,
 * malformed text. Whatever they answer, a run must end with a report, never with an error.
 */
export async function soakTargets({
  checks,
  runs,
  seed,
  until = Number.POSITIVE_INFINITY,
}: TargetSoak): Promise<TargetTally> {
  const problems: string[] = [];
  const { requirements } = loadRegistry();
  const known = new Set<string>(requirements.map(({ id }) => id));
  let findings = 0;
  let spoiled = 0;
  let done = 0;
  for (; done < runs && Date.now() < until; done += 1) {
    const random = seededRandom(seed + done);
    const shapes = Array.from({ length: 1 + random.below(MOST_SHAPES) }, () => random.pick(SHAPE_BREAKAGES));
    spoiled += shapes.length;
    try {
      const { report } = await judgeReference({ checks, decorators: shapes });
      const found = report.requirements.flatMap((row) => row.findings);
      findings += found.length;
      const say = (problem: string) =>
        problems.push(`seed ${seed + done}: ${problem} (${shapes.map(({ id }) => id).join(', ')})`);
      if (verdictOver(report.requirements, report.incomplete) === 'conformant') say('conformant');
      for (const { requirement, expected, actual } of found)
        if (!known.has(requirement) || expected === '' || actual === '')
          say(`${requirement} without a reason`);
    } catch (error) {
      problems.push(`seed ${seed + done}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  return { runs: done, spoiled, findings, problems };
}
