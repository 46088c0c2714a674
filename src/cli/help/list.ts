/** Printed by `conversation-api help list`. */
export const LIST_HELP = `conversation-api list lists the requirements, one line for each. A flag lists something else.

Usage: conversation-api list [PREFIX] [FLAGS]

PREFIX is an area such as stream, or a longer beginning such as stream.terminal.

Flags
  --level LEVEL,…                   list only these levels: must, should, client, open; may be repeated
  --checks                          list the checks of live targets instead, with the requirements that they verify
  --statements                      list the statements of the service document instead; PREFIX is then like S6
  --open-points                     list the open points instead; PREFIX is then like A-1
  --breakages                       list what serve --break can break instead; PREFIX is then like chats.create
  --variants                        list what serve --variant can follow instead; PREFIX is then like A-1
  --json                            print a JSON list, with all members
  --help, -h                        this text

Examples
  conversation-api list
  conversation-api list stream --level must
  conversation-api list usage --json
  conversation-api list turns --checks
  conversation-api list S6 --statements
  conversation-api list --variants

Exit codes
  0  listed
  2  nothing matches
`;
