/** Printed by `conversation-api help init`. */
export const INIT_HELP = `conversation-api init writes a first profile of a live server for you to edit.

Usage: conversation-api init URL [FLAGS]

The command only reads the catalog of the server, with the token of
CONVERSATION_API_TOKEN. The profile has the ids of the catalog. Comments explain
everything else that a profile can have (docs/profile.md).

Flags
  --token-file FILE   read the token from this file
  --output FILE       write the profile to this file instead of standard output
  --ca FILE           trust the PEM certificates in this file too
  --help, -h          print this text

Examples
  npx --no conversation-api init https://a.example > profile.yaml
  npx --no conversation-api init https://a.example --output profile.yaml

Exit codes
  0  written
  2  a flag, the token or the output cannot be used
  4  the server did not answer
`;
