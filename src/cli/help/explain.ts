/** Printed by `conversation-api help explain`. */
export const EXPLAIN_HELP = `conversation-api explain describes an id that a report names.

Usage: conversation-api explain ID|PREFIX|CODE [FLAGS]

  stream.terminal.exactly-one   a requirement: its text, level, statements, open points
  stream.terminal               the beginning of several: one line for each
  requests.createChat.name.list a check: what it verifies, needs and costs
  S6-18                         a statement of the service description, and who checks it
  A-80                          an open point: the question, its readings, what the suite may assert
  api_v1_chat_busy              the code of a failure: when it comes, and what a client does about it
  chat-busy                     the same by the kind of the client's error

Flags
  --docs URL   print the pages about it in the docs portal at this address
  --help, -h   this text

Examples
  conversation-api explain stream.terminal.exactly-one
  conversation-api explain messages
  conversation-api explain A-80
  conversation-api explain api_v1_chat_busy

Exit codes
  0  printed
  2  there is no such id; the nearest ones are suggested
`;
