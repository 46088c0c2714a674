/** Printed by `conversation-api help history`. */
export const HISTORY_HELP = `conversation-api history shows what changed over many runs.

Usage: conversation-api history FILE [FLAGS]

FILE is what --remember FILE writes, a flag of \`check URL\` and \`check-client\`.
The command lists the requirements that some run violated: since when, how
often, and whether they are new, failing, flaky or mended. A bar stands for each
run: failed, warned, passed or not judged.

Flags
  --reporter NAME[=FILE],…
                      pretty, json or html; several at once, each to its own
                      file
  --output FILE       write the report to this file, and a summary to stderr
  --help, -h          print this text
A flag that ends with ,… also takes several values at once.

Examples
  npx --no conversation-api check https://a.example --remember history.json
  npx --no conversation-api history history.json --reporter html=history.html

Exit codes
  0  the history was shown
  2  a file or a flag is not usable
`;
