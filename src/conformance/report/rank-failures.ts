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

/**
 * Orders violated requirements by how likely they are to be the cause. A requirement that is broken itself fails in most of the checks that
 * verify it. A consequence fails only in the few checks that happen to meet the fault. Among equals, the one found first comes first, since
 * the simplest uses of an operation are checked first. `npm run ledger` prints how often this names the broken requirement.
 */
export function rankFailures<Row extends Violated>(rows: readonly Row[], checks: readonly Ran[]): Row[] {
  const ranked = rows.map((row) => ({
    row,
    likelihood: likelihoodOf(row, checks),
    first: Math.min(...row.findings.map(({ exchange = Number.POSITIVE_INFINITY }) => exchange)),
  }));
  return ranked
    .sort((one, other) => other.likelihood - one.likelihood || one.first - other.first)
    .map(({ row }) => row);
}

/**
 * The probability that the next check of a requirement would find it violated too, by Laplace's rule of succession: five of five checks say
 * more than one of one, and a requirement without a check of its own stands between. A report lists only the first findings, so the number of
 * checks that found more is estimated.
 */
function likelihoodOf({ id, findings, violations }: Violated, checks: readonly Ran[]): number {
  const own = checks.filter(
    ({ requirements = [], status }) => requirements.includes(id) && status !== 'incomplete',
  );
  const finders = new Set(findings.map(({ check }) => check));
  const listed = own.filter((check) => finders.has(check.id)).length;
  const violated = Math.min(own.length, listed * Math.max(1, violations / findings.length));
  return (violated + 1) / (own.length + 2);
}
