/** Printed by `conversation-api help init`. */
export const INIT_HELP = `conversation-api init writes a first profile of a live server, to be filled in.

Usage: conversation-api init URL [FLAGS]

It reads the catalog of the server with the token of CONVERSATION_API_TOKEN, and nothing else. Ids that the catalog names are
written down; everything else that a profile can hold is a comment that says what it is for (docs/profile.md).

Flags
  --token-file FILE   read the token from this file
  --output FILE       write the profile there instead of to standard output
  --ca FILE           certificates in PEM that are trusted besides the usual ones
  --help, -h          this text

Examples
  conversation-api init https://conversations.example > profile.yaml
  conversation-api init https://conversations.example --output profile.yaml

Exit codes
  0  written
  2  a flag, the token or the output cannot be used
  4  the server did not answer
`;
