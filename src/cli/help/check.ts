/** Printed by `conversation-api help check`. */
export const CHECK_HELP = `conversation-api check judges a live server, or recorded streams and exchanges, against the contract.

Usage: conversation-api check URL [FLAGS]
       conversation-api check FILE… [FLAGS]

URL is the base of a server, before /api/v1; with --profile it may be left out. The token of its main credential comes from
CONVERSATION_API_TOKEN, from --token-file or from the profile (docs/conformance.md, docs/profile.md).

FILE is a path, a glob in quotes, - for standard input, or a folder of recordings, which is judged as one. It may be
  sse         the text of a stream as \`curl -N\` writes it
  recording   JSON Lines with requests, responses and times (docs/recordings.md)
  har         an HTTP Archive, as browsers save it
each of them also packed with gzip or zstd. The format is detected from the content.

Flags for a URL
  --profile FILE        what the suite may use: credentials, ids, scenarios, faults, timers
  --token-file FILE     read the token of the main credential from this file
  --only ID,…           run only the checks of these ids: of checks, requirements, statements and open points, or beginnings of ids
  --skip ID,…           leave these out
  --require ID,…        incomplete when a requirement with this id, or below it, was not exercised; ID/places asks for all its places
  --fast                leave out checks that wait for more than a second, and take 5 minutes at most; --max-duration changes that
  --long                also run checks that wait for more than three minutes
  --depth basic|standard|full  each requirement once, every two values of each situation, or everything; standard, unless the first read
                        takes over a second (basic) or --only selects checks (full)
  --repeat N            run the checks N times, and say in how many rounds each requirement was violated (docs/reports.md)
  --resume FILE         count the rounds of this report too, and run only those that it lacks; --repeat says how many there are in all
  --explore TIME        take steps at random for so long, several clients at once, and shorten what shows a violation (docs/explore.md)
  --seed N              explore the same sequences of steps again; without it, others each time
  --shrink-turns N      turns that are sent at most to shorten what was found; a fifth of --max-turns is the default
  --replay FILE         take the steps of this file, such as a JSON report of --explore; --repeat says how often
  --against URL         run the same checks at a second server too, and list where the two answer in different ways (docs/reports.md)
  --against-profile FILE  the profile of the second server; without it, the same as of the first
  --plan                print what would run, what it would send and make, and what would not run, without a request
  --concurrency N       checks that run at once, beside those that wait; 8 is the default
  --max-turns N         turns that are sent at most; 5000 is the default. Checks beyond it are incomplete
  --max-duration TIME   end the run after this many seconds, or after 30m or 3h, as Ctrl-C does; 2h is the default
  --header 'NAME: VALUE'…  sent with every request; never a token
  --readings            print which reading of each open point the server shows, with evidence; it sends nothing more
  --known-failures FILE  exit with 0 when every violation is listed there, and with 1 when an entry is stale or has expired
  --shard I/N           run the I-th of N parts of the checks; merge joins their reports
  --ca FILE             certificates in PEM that are trusted besides the usual ones
HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment are obeyed, and so is a 429 with its Retry-After. Ctrl-C, SIGTERM and SIGHUP
end the run early, delete what it made, and report what was found until then; a second one ends the process at once.

Flags for files
  --files-from FILE|-…              judge also the files of this list, one path in each line; - is standard input
  --shard I/N                       judge the I-th of N parts of the files, by their paths; merge joins their reports
  --format sse|recording|har|auto   read this format instead of detecting it from the content
  --permission-mode manual|auto     the permission_mode of the turns, where the input does not contain it
  --partial                         a raw stream or archive may have been cut: a missing end is incomplete, not wrong
  --jobs N                          judge N inputs at a time, at most as many as there are cores; 1 is the default
  --max-event-bytes N               most bytes of one event or body; 4194304 is the default
  --max-input-bytes N               most bytes read of one input, unpacked

Flags for both
  --reporter NAME[=FILE],…  pretty, json, junit, html, github, badge; several at once, each to its file (docs/reports.md). For
                            files also summary, whose size does not grow with their number (docs/at-scale.md)
  --output FILE             write the report there, and the verdict to stderr
  --docs URL                let the JSON and HTML reports link to the docs portal at this address
  --verbose                 list also what passed, all that was not judged, and all findings that were kept (pretty only)
  --fail-on warning         exit with 1 on a warning too; the verdict stays
  --help, -h                this text
A flag that ends with … may be repeated, and its values add up; one with a comma also takes several values at once.

Examples
  conversation-api check https://conversations.example --plan
  conversation-api check https://conversations.example --profile profile.yaml --fast
  conversation-api check recording.sse
  conversation-api check 'recordings/**/*.sse' --jobs 4
  conversation-api check session.har --reporter junit --output report.xml
  conversation-api check turn.sse --permission-mode auto --fail-on warning
  curl -N … | conversation-api check - --partial
  find recordings -name '*.sse.zst' | conversation-api check --files-from - --shard 1/4 --reporter summary=part-1.json

Exit codes
  0  conformant
  1  nonconformant: a must-requirement was violated; with --fail-on warning also when there is a warning
  2  an argument or an input is not usable; nothing was judged
  3  incomplete: an input or a check did not come to its end, or nothing-ran: there was nothing to judge
  4  the server never answered, or something broke on our side; there is no verdict
Over several inputs, 1 wins over 3, and 3 over 0.
`;
