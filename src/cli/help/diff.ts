/** Printed by `conversation-api help diff`. */
export const DIFF_HELP = `conversation-api diff shows what changed between two reports.

Usage: conversation-api diff BEFORE.json AFTER.json

Both are reports of --reporter json. The command lists the requirements whose
status changed. For requirements that both reports find violated, it lists the
violations that are new or gone, other rates of violation (--repeat), and other
places that were exercised. A requirement that another version of this package
changed is listed as such, and does not count as worse.

Flags
  --help, -h          print this text

Example
  npx --no conversation-api diff main.json branch.json

Exit codes
  0  the same, or better
  1  worse: a requirement is newly violated, is no longer judged, has new
     violations, or is violated more often than chance explains
  2  a file is not usable
`;
