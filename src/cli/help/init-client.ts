/** Printed by `conversation-api help init-client`. */
export const INIT_CLIENT_HELP = `conversation-api init-client writes a driver for check-client: a program with a
function for each task, which you fill in with calls of your client.

Usage: conversation-api init-client --language LANGUAGE [FLAGS]

Flags
  --language typescript|python|go
                      the language of the driver
  --output FILE       write it to this file, which must not exist; to standard
                      output by default
  --help, -h          print this text

Examples
  npx --no conversation-api init-client --language python --output driver.py
  npx --no conversation-api check-client --fast -- python3 driver.py

Exit codes
  0  written
  2  a flag or the file is not usable
`;
