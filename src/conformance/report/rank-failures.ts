/** A violated requirement in a report. */
interface Violated {
  readonly id: string;
  readonly violations: number;
  /** The first violations. */
  readonly findings: readonly { readonly check?: string; readonly exchange?: number }[];
}

/** A check that ran, with the requirements that it verifies. */
export interface Ran {
  readonly id: string;
  readonly status?: string;
  readonly requirements?: readonly string[];
}

/** From this likelihood on, most checks of a requirement found it violated: one of one, three of four, or seven of ten. */
const LIKELY = 2 / 3;

/** The likelihood of a requirement that no check verifies, as if three checks had found nothing: the judge meets its violations in passing. */
const IN_PASSING = 1 / 5;

/** From this number of checks on, what the judge finds does not depend on what a check does. */
const SEVERAL = 5;

/**
 * Orders violated requirements by how likely they are to be the cause. A requirement that is broken itself fails in most of the checks that
 * verify it. A consequence fails only in the few checks that happen to meet the fault. Requirements that fail in about two thirds of their
 * checks or more are equals. Among equals, the one found first comes first, since the simplest uses of an operation are checked first.
 * `npm run ledger` prints how often this names the broken requirement.
 */
export function rankFailures<Row extends Violated>(rows: readonly Row[], checks: readonly Ran[]): Row[] {
  const ranked = rows.map((row) => ({
    row,
    likelihood: Math.min(LIKELY, likelihoodOf(row, checks)),
    first: Math.min(...row.findings.map(({ exchange = Number.POSITIVE_INFINITY }) => exchange)),
  }));
  return ranked
    .sort((one, other) => other.likelihood - one.likelihood || one.first - other.first)
    .map(({ row }) => row);
}

/**
 * The probability that the next check of a requirement would find it violated too, by Laplace's rule of succession: five of five checks say
 * more than one of one. A report lists only the first findings, so the number of checks that found more is estimated.
 */
function likelihoodOf({ id, findings, violations }: Violated, checks: readonly Ran[]): number {
  const finders = new Set(findings.map(({ check }) => check));
  // A check that did not reach its end counts only if it found something before.
  const own = checks.filter(
    (check) => check.requirements?.includes(id) && (check.status !== 'incomplete' || finders.has(check.id)),
  );
  // The judge looks at every answer. A requirement without a check that is violated this often is violated in answers of all kinds.
  if (own.length === 0)
    return finders.size >= SEVERAL && violations >= checks.length / 2 ? LIKELY : IN_PASSING;
  const listed = own.filter((check) => finders.has(check.id)).length;
  const isComplete = findings.length === violations;
  // A check that found something may have found what the report does not list.
  const possible = isComplete ? 0 : own.filter(({ status }) => status === 'violated').length;
  const estimated = listed * Math.max(1, violations / findings.length);
  return (Math.max(possible, Math.min(own.length, estimated)) + 1) / (own.length + 2);
}
