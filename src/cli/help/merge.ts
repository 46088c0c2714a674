/** Printed by `conversation-api help merge`. */
export const MERGE_HELP = `conversation-api merge makes one report of the parts of a run.

Usage: conversation-api merge PART.json… [FLAGS]

A part is the report of \`check URL --shard I/N --reporter json\`. A part that is missing makes the whole incomplete.

Flags
  --reporter NAME[=FILE],…   forms of the report, as for check
  --output FILE              write the report there, and the verdict to stderr
  --verbose                  list also what passed (pretty only)
  --require PREFIX,…         incomplete when a requirement below one of these was not exercised
  --known-failures FILE      known violations; see docs/reports.md
  --fail-on warning          exit with 1 on a warning too; the verdict stays
  --help, -h                 this text

Example
  conversation-api merge part-1.json part-2.json --reporter html=report.html

Exit codes
  0  conformant
  1  nonconformant
  2  a file or a flag is not usable
  3  incomplete, or nothing ran
`;
