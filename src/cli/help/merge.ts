/** Printed by `conversation-api help merge`. */
export const MERGE_HELP = `conversation-api merge joins reports: the parts of a run, or many recordings.

Usage: conversation-api merge REPORT.json… [FLAGS]

For live runs, merge reads the JSON reports of \`check URL --shard I/N\` or of
--repeat N, and writes one report. For recordings, it reads reports of \`check
FILE…\` in the forms json or summary, and writes a summary. A file may have one
report, or one per line; - is standard input. If a part of a run (--shard) is
missing, the result is incomplete.

Flags
  --files-from FILE|-…
                      also read the reports of this list, one path per line; -
                      is standard input
  --reporter NAME[=FILE],…
                      forms of the report, as for check; for recordings pretty,
                      summary and badge
  --output FILE       write the report to this file, and the verdict to stderr
  --verbose           also list what passed (pretty only)
  --require PREFIX,…  incomplete if a requirement below one of these was not
                      exercised
  --known-failures FILE
                      known violations (docs/reports.md)
  --remember FILE     add the outcomes of a live run to this file (see history)
  --fail-on warning   exit with 1 on a warning too; the verdict stays
  --help, -h          print this text
A flag that ends with … may be repeated, and its values add up.

Examples
  npx --no conversation-api merge part-1.json part-2.json
  npx --no conversation-api merge part-*.json --reporter html=report.html

Exit codes
  0  conformant
  1  nonconformant
  2  a file or a flag is not usable
  3  incomplete, or nothing ran
`;
