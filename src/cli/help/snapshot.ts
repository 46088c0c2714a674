/** Printed by `conversation-api help snapshot`. */
export const SNAPSHOT_HELP = `conversation-api snapshot copies the data of a server.

Usage: conversation-api snapshot FILE COPY

FILE is the file of serve --data. A server may use it meanwhile: the copy has
everything that was written before the command began. COPY must not exist yet.
It is one file, and serve --data COPY starts from it.

Flags
  --help, -h          print this text

Example
  npx --no conversation-api snapshot state.db monday.db

Exit codes
  0  the copy is complete
  2  a file is not usable
`;
