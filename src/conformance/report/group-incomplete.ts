/** Ids of incomplete checks shown for each reason. */
const SHOWN_IDS = 6;

/** Groups the incomplete checks by reason, the largest group first, and names some checks of each group. */
export function groupIncomplete(incomplete: readonly string[], most = SHOWN_IDS): string[] {
  const checks = new Map<string, string[]>();
  for (const entry of incomplete) {
    const [, check, reason = entry] = /^(\S+) did not reach its end: (.*)$/s.exec(entry) ?? [];
    checks.set(reason, [...(checks.get(reason) ?? []), ...(check === undefined ? [] : [check])]);
  }
  const groups = [...checks].sort(([, one], [, other]) => other.length - one.length);
  return groups.map(([reason, ids]) => {
    if (ids.length === 0) return reason;
    if (ids.length === 1) return `${ids[0]} did not reach its end: ${reason}`;
    const rest = ids.length > most ? ` and ${ids.length - most} more` : '';
    return `${ids.length} checks did not reach their end: ${reason}: ${ids.slice(0, most).join(', ')}${rest}`;
  });
}
