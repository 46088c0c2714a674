/** What `conversation-api help check` says. */
export const CHECK_HELP = `conversation-api check judges recorded streams and exchanges against the contract.

Usage: conversation-api check FILE… [FLAGS]

FILE is a path, a glob in quotes, or - for standard input. It may be
  sse         the text of a stream as \`curl -N\` writes it
  recording   JSON Lines with requests, responses and times (docs/recordings.md)
  har         an HTTP Archive, as browsers save it
each of them also as gzip. The format is told from the content.

Flags
  --format sse|recording|har|auto   take this format instead of telling it from the content
  --permission-mode manual|auto     the permission_mode of the turns, where the input does not tell
  --partial                         a raw stream or archive may have been cut: a missing end is incomplete, not wrong
  --reporter pretty|json|junit      form of the report; pretty is the default
  --output FILE                     write the report there, and the verdict to stderr
  --verbose                         list also what passed, and all findings that were kept (pretty only)
  --fail-on warning                 exit with 1 on a warning too; the verdict stays
  --jobs N                          judge so many inputs at a time; 1 is the default, the number of cores the most
  --max-event-bytes N               most bytes of one event or body; 4194304 is the default
  --max-input-bytes N               most bytes read of one input, unpacked
  --help, -h                        this text

Examples
  conversation-api check recording.sse
  conversation-api check 'recordings/**/*.sse' --jobs 4
  conversation-api check session.har --reporter junit --output report.xml
  conversation-api check turn.sse --permission-mode auto --fail-on warning
  curl -N … | conversation-api check - --partial

Exit codes
  0  conformant
  1  nonconformant: a must-requirement was violated; with --fail-on warning, or a warning
  2  an argument or an input is not usable; nothing was judged
  3  incomplete: an input was not judged to its end, or nothing-ran: there was nothing to judge
  4  something broke on our side
Over several inputs, 1 wins over 4 over 3 over 0.
`;
