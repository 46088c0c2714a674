/** Printed by `conversation-api help explain`. */
export const EXPLAIN_HELP = `conversation-api explain describes an id that a report names.

Usage: conversation-api explain ID|PREFIX|CODE|STATUS [FLAGS]

  stream.terminal.last  a requirement: its text, level, statements and open
                        points
  stream.terminal       the beginning of several ids: one line for each
  requests.createChat.name.list
                        a check: what it verifies, needs and costs
  S6-18                 a statement of the service document, and what verifies
                        it
  A-80                  an open point: the question, its readings, what the
                        suite may assert
  api_v1_chat_busy      the code of a failure: when it occurs, and what a client
                        should do
  chat-busy             the same, by the kind of error that the client throws
  409                   the failures with this HTTP status

Flags
  --docs URL          also print the pages about it in the docs portal at this
                      address
  --json              print JSON, with all statements and open points
  --help, -h          print this text

Examples
  npx --no conversation-api explain stream.terminal.last
  npx --no conversation-api explain A-80
  npx --no conversation-api explain 409

Exit codes
  0  printed
  2  there is no such id; the nearest ones are suggested
`;
