/** Printed by `conversation-api help list`. */
export const LIST_HELP = `conversation-api list lists the requirements, one per line, or something else.

Usage: conversation-api list [PREFIX] [FLAGS]

PREFIX is an area such as stream, or a longer beginning such as stream.terminal.

Flags
  --level LEVEL,…     only these levels: must, should, client, open; may be
                      repeated
  --checks            list the checks of live servers, with the requirements
                      that they verify
  --statements        list the statements of the service document; PREFIX is
                      then like S6
  --open-points       list the open points; PREFIX is then like A-1
  --breakages         list what serve --break can break; PREFIX is then like
                      chats.create
  --variants          list what serve --variant can follow; PREFIX is then like
                      A-1
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
