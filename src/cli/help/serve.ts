/** Printed by `conversation-api help serve`. */
export const SERVE_HELP = `conversation-api serve runs a complete server of the contract. No configuration
needed.

Usage: conversation-api serve [FLAGS]

Flags
  --port N            port to listen on; 4010 by default, 0 for any free one
  --host HOST         address to listen on; 127.0.0.1 by default
  --insecure          serve the published tokens of the default seed to other
                      machines
  --allow-host NAME,…
                      also accept requests whose Host is one of these names. A
                      server on a loopback address refuses names other than
                      localhost, so that no web page can reach it by DNS
                      rebinding
  --seed FILE         companies, users, credentials and resources, in YAML;
                      read again on SIGHUP
  --print-seed        print the default seed, to start your own from, and exit
  --data FILE         keep the state in this file; without it the state ends
                      with the server
  --time-scale N      run all timers N times faster
  --faults            let requests ask for outages with the header
                      x-reference-fault
  --application       let requests run turns as the application does; --faults
                      includes this
  --check-models      ask each model and connector of the seed once at the
                      start; the log says which of them answer
  --inspect           show the last requests at /_reference/inspect, and set
                      faults and scripts for the next ones there; includes
                      --faults, and only for this machine
  --break ID,…        break these requirements
  --variant A-nn=…,…  follow these other readings of open points
  --liberties SEED    write answers in other ways that JSON, event streams and
                      HTTP allow, chosen by this number
  --front NAME        put something before the server, such as a gateway that
                      answers some requests itself; list --fronts shows them
  --log json|pretty|none
                      how requests are logged on standard output; pretty by
                      default
  --cors ORIGIN,…     let pages of these origins call the server; * is for all
  --docs              serve the docs portal below /docs/, with pages that send
                      requests to this server
  --help, -h          print this text
A flag that ends with … may be repeated, and its values add up.

Examples
  npx --no conversation-api serve
  npx --no conversation-api serve --print-seed > seed.yaml
  npx --no conversation-api serve --seed seed.yaml --data state.db
  npx --no conversation-api serve --time-scale 100 --faults --log none

A prompt can carry a script that says what the model does (docs/scripts.md).
With --application or --faults, POST /_reference/application/turns, which the
contract does not have, runs a turn as the application does
(docs/reference-server.md). GET / shows what to try; GET /openapi.json and GET
/asyncapi.json are the contract.

Exit codes
  0  stopped by a signal
  2  a flag, the seed, the data file or the address cannot be used
`;
