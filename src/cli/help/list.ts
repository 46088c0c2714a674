/** Printed by `conversation-api help list`. */
export const LIST_HELP = `conversation-api list lists the requirements, one line for each.

Usage: conversation-api list [PREFIX] [FLAGS]

PREFIX is an area such as stream, or a longer beginning such as stream.terminal.

Flags
  --level must|should|client|open   only those of this level
  --json                            as a JSON list, with all members
  --help, -h                        this text

Examples
  conversation-api list
  conversation-api list stream --level must
  conversation-api list usage --json

Exit codes
  0  listed
  2  nothing matches
`;
