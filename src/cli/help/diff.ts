/** Printed by `conversation-api help diff`. */
export const DIFF_HELP = `conversation-api diff shows what changed between two reports.

Usage: conversation-api diff BEFORE.json AFTER.json

Both are reports as --reporter json writes them. The command lists the requirements whose status changed, and the violations that are
new or gone in requirements that both reports find violated.

Flags
  --help, -h   this text

Example
  conversation-api diff main.json branch.json

Exit codes
  0  the same, or better
  1  worse: a requirement is newly violated, passed before and is no longer judged, or has new violations
  2  a file is not usable
`;
