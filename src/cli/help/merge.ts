/** Printed by `conversation-api help merge`. */
export const MERGE_HELP = `conversation-api merge makes one report of the parts of a run, and one summary of any number of reports of recordings.

Usage: conversation-api merge REPORT.json… [FLAGS]

Of a live run, merge takes the reports of \`check URL --shard I/N --reporter json\`, or of --repeat N instead of --shard. Of recordings, it takes those of \`check FILE…\`
with --reporter json or summary, and keeps a summary. A file may hold one report, or one in each line; - is standard input.
If the reports are of parts (--shard), a part that is missing makes the whole incomplete.

Flags
  --files-from FILE|-…       read also the reports of this list, one path in each line; - is standard input
  --reporter NAME[=FILE],…   forms of the report, as for check; of recordings pretty, summary and badge
  --output FILE              write the report there, and the verdict to stderr
  --verbose                  list also what passed (pretty only)
  --require PREFIX,…         incomplete when a requirement below one of these was not exercised
  --known-failures FILE      known violations; see docs/reports.md
  --fail-on warning          exit with 1 on a warning too; the verdict stays
  --help, -h                 this text
A flag that ends with … may be repeated, and its values add up.

Examples
  conversation-api merge part-1.json part-2.json --reporter html=report.html
  find reports -name '*.json' | conversation-api merge --files-from - --reporter summary=all.json

Exit codes
  0  conformant
  1  nonconformant
  2  a file or a flag is not usable
  3  incomplete, or nothing ran
`;
