/** Printed by `conversation-api help check`. */
export const CHECK_HELP = `conversation-api check judges a live server, or recorded streams and exchanges.

Usage: conversation-api check URL [FLAGS]
       conversation-api check FILE… [FLAGS]

URL is the base of a server, before /api/v1. With --profile it may be left out.
The token of the main credential comes from CONVERSATION_API_TOKEN, from
--token-file or from the profile (docs/conformance.md, docs/profile.md).

FILE is a path, a glob in quotes, - for standard input, or a folder of
recordings, which is judged as one input. The content decides the format:
  sse         the text of a stream as \`curl -N\` writes it
  recording   JSON Lines with requests, responses and times (docs/recordings.md)
  har         an HTTP Archive, as browsers save it
Each may be compressed with gzip or zstd.

Flags for a URL
  --profile FILE      what the suite may use: credentials, ids, scenarios,
                      faults, timers
  --token-file FILE   read the token of the main credential from this file
  --only ID,…         run only these checks. ID is the id of a check,
                      requirement, statement or open point, or the beginning of
                      such an id
  --skip ID,…         leave these out
  --only-failed REPORT
                      run only the checks that failed or did not finish in this
                      JSON report
  --watch             after the run, wait until the server restarts, then run
                      the failed checks again, or all if none failed. Ctrl-C
                      ends it
  --require ID,…      incomplete if a requirement with this id, or below it, was
                      not exercised; ID/places requires all its places
  --fast              a first look: --depth basic (full with --only), without
                      checks that wait for more than a second, for 5 minutes
                      at most; --max-duration changes that
  --long              also run checks that wait for more than three minutes
  --depth basic|standard|full
                      full, the default, runs every check. The others leave out
                      checks that combine several things, if the rest cover
                      every two of them (standard) or each of them (basic)
  --repeat N          run the checks N times, and count in how many rounds each
                      requirement was violated (docs/reports.md)
  --resume FILE       continue the rounds of this report; N of --repeat is then
                      the total number of rounds
  --explore TIME      take random steps for this time, with several clients at
                      once, and shorten the steps that show a violation
                      (docs/explore.md)
  --seed N            explore the steps of this seed; a new one each time by
                      default
  --shrink-turns N    maximum number of turns that shorten what was found; a
                      fifth of --max-turns by default
  --replay FILE       run the steps of this file, such as a JSON report of
                      --explore; --repeat says how often
  --against URL       run the same checks against a second server too, and list
                      where their responses differ (docs/reports.md)
  --against-profile FILE
                      the profile of the second server; by default that of the
                      first
  --plan              print what would run and what it would send, and send
                      nothing
  --concurrency N     number of checks that run at once, not counting those that
                      wait; 8 by default
  --max-turns N       maximum number of turns to send; 5000 by default. Checks
                      that need more are incomplete
  --max-duration TIME
                      stop after this many seconds, or after 30m or 3h; 2h by
                      default
  --header 'NAME: VALUE'…
                      send this header with every request; never a token
  --readings          print which reading of each open point the server follows,
                      with evidence. This sends nothing more
  --known-failures FILE
                      exit with 0 if this list has every violation; with 1
                      if an entry is stale or has expired
  --remember FILE     add the outcomes to this file, which keeps 100 runs;
                      the command history shows them (docs/reports.md)
  --shard I/N         run the I-th of N parts of the checks; merge joins the
                      reports
  --ca FILE           trust the PEM certificates in this file too
The run respects HTTP_PROXY, HTTPS_PROXY, NO_PROXY and the Retry-After of a 429.
Ctrl-C, SIGTERM and SIGHUP stop it early: it deletes what it created and reports
what it found. A second signal ends the process at once.

Flags for files
  --files-from FILE|-…
                      also judge the files of this list, one path per line; - is
                      standard input
  --shard I/N         judge the I-th of N parts of the files; merge joins the
                      reports
  --format sse|recording|har|auto
                      read this format instead of detecting it
  --permission-mode manual|auto
                      the permission_mode of the turns, if the input does not
                      contain it
  --partial           a raw stream or archive may be cut off; a missing end is
                      then incomplete, not wrong
  --jobs N            judge N inputs at a time, at most one per core; 1 by
                      default
  --max-event-bytes N
                      maximum size of an event or body; 4194304 by default
  --max-input-bytes N
                      maximum number of bytes to read from one input,
                      decompressed

Flags for both
  --reporter NAME[=FILE],…
                      pretty, json, junit, html, github, gitlab or badge;
                      several at once, each to its own file (docs/reports.md).
                      For files also summary, whose size does not grow with
                      their number (docs/at-scale.md)
  --output FILE       write the report to this file, and the verdict to stderr
  --docs URL          link the JSON and HTML reports to the docs portal at this
                      address
  --verbose           also list what passed, all that was not judged, and every
                      finding (pretty only)
  --fail-on warning   exit with 1 on a warning too; the verdict stays
  --help, -h          print this text
A flag that ends with … may be repeated, and its values add up. One that ends
with ,… also takes several values at once.

Examples
  npx --no conversation-api check https://a.example --plan
  npx --no conversation-api check https://a.example --profile p.yaml --fast
  npx --no conversation-api check recording.sse
  npx --no conversation-api check 'recordings/**/*.sse' --jobs 4
  npx --no conversation-api check session.har --reporter junit=r.xml
  curl -N … | npx --no conversation-api check - --partial

Exit codes
  0  conformant
  1  nonconformant: a must was violated; with --fail-on warning, also a should
  2  an argument or an input is not usable; nothing was judged
  3  incomplete: an input or a check did not finish, or nothing was judged
  4  the server never answered, or the command failed; there is no verdict
With several inputs, 1 takes precedence over 3, and 3 over 0.
`;
