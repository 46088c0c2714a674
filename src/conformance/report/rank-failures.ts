/** A violated requirement, as a report has it. */
interface Violated {
  readonly id: string;
  readonly findings: readonly { readonly check?: string; readonly exchange?: number }[];
}

/** A check that ran, with the requirements that it verifies. */
interface Ran {
  readonly id: string;
  readonly requirements?: readonly string[];
}

/**
 * Orders violated requirements so that the likeliest cause is first. What is broken itself fails in most of the checks that look at it. What
 * follows from it fails in a few, which happen to come across the fault. Of two that are alike, the one that showed earlier is first.
 */
export function rankFailures<Row extends Violated>(rows: readonly Row[], checks: readonly Ran[]): Row[] {
  const ranked = rows.map((row) => ({
    row,
    share: shareOf(row, checks),
    first: Math.min(...row.findings.map(({ exchange = Number.POSITIVE_INFINITY }) => exchange)),
  }));
  return ranked
    .sort((one, other) => other.share - one.share || one.first - other.first)
    .map(({ row }) => row);
}

/** The share of the checks of a requirement that found it violated; 0 if only other checks did. */
function shareOf({ id, findings }: Violated, checks: readonly Ran[]): number {
  const own = checks.filter(({ requirements = [] }) => requirements.includes(id));
  const finders = new Set(findings.map(({ check }) => check));
  return own.length === 0 ? 0 : own.filter((check) => finders.has(check.id)).length / own.length;
}
