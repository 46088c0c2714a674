/** Printed by `conversation-api help check-client`. */
export const CHECK_CLIENT_HELP = `conversation-api check-client judges a client of the service.

Usage: conversation-api check-client [FLAGS] -- COMMAND [ARGUMENTS]
       conversation-api check-client [FLAGS] --listen PORT

COMMAND starts a driver: a small program of yours that uses your client. It is
started once for each journey, against a server of its own, and prints one JSON
object about what the client understood (docs/testing-your-client.md). Its
environment has
  CONVERSATION_API_URL      the base of the server, before /api/v1
  CONVERSATION_API_TOKEN    the token
  CONVERSATION_API_JOURNEY  the name of the journey
  CONVERSATION_API_INPUT    what to do, as JSON

Each journey runs on the plain server first. If all is well there, it runs in
other worlds: with other readings of open points, with everything that HTTP and
JSON allow, and behind gateways that fail at times. The first world in which it
fails is named.

Flags
  --journey NAME,…    only these journeys; NAME may be the beginning of names
  --world WORLD       only this world: sound, variant:ID, liberties:N, front:ID
  --fast              only the plain server
  --listen PORT       instead of a command, serve the journeys at this port of
                      127.0.0.1, for a driver in a browser, say
  --plan              print the journeys and what they judge; start nothing
  --time-scale N      timers of the service run N times faster; 60 by default
  --concurrency N     number of drivers that run at once; 4 by default
  --require ID,…      incomplete if a requirement with this id, or below it, was
                      not exercised
  --known-failures FILE
                      exit with 0 if this list has every violation
  --remember FILE     add the outcomes to this file (see history)
  --shard I/N         run the I-th of N parts of the journeys
  --reporter NAME[=FILE],…
                      forms of the report: pretty, json, junit, html, github,
                      gitlab, badge
  --output FILE       write the report to this file, and the verdict to stderr
  --docs URL          the address of the docs portal, for links
  --verbose           also list what passed (pretty only)
  --fail-on warning   exit with 1 on a warning too; the verdict stays
  --help, -h          print this text
A flag that ends with … may be repeated, and its values add up.

Examples
  npx --no conversation-api check-client --fast -- node driver.js
  npx --no conversation-api check-client --journey stream -- python3 driver.py

Exit codes
  0  conformant
  1  nonconformant: the client broke a rule of the contract
  2  a flag, or the command of the driver, is not usable
  3  incomplete, or nothing was judged
`;
