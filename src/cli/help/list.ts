/** Printed by `conversation-api help list`. */
export const LIST_HELP = `conversation-api list prints requirements, or what a flag names, one per line.

Usage: conversation-api list [PREFIX] [FLAGS]

PREFIX is an area such as stream, or a longer beginning such as stream.terminal.

Flags
  --level LEVEL,…     only these levels: must, should, client, open; may be
                      repeated
  --checks            list the checks of live servers, with the requirements
                      that they verify
  --statements        list the statements of the service document, with a
                      PREFIX such as S6
  --open-points       list the open points, with a PREFIX such as A-1
  --breakages         list the ids for serve --break, with a PREFIX such as
                      chats.create
  --variants          list the ids for serve --variant, with a PREFIX such as
                      A-1
  --fronts            list the names for serve --front, with a PREFIX such as
                      nginx
  --json              print a JSON list, with all members
  --help, -h          print this text

Examples
  npx --no conversation-api list stream --level must
  npx --no conversation-api list usage --json
  npx --no conversation-api list turns --checks
  npx --no conversation-api list S6 --statements

Exit codes
  0  listed
  2  nothing matches
`;
