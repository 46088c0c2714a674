/** Printed by `conversation-api help record`. */
export const RECORD_HELP = `conversation-api record is a proxy that records and judges the traffic.

Usage: conversation-api record --target URL --port PORT --output DIR [FLAGS]

Point your client at the address that it prints instead of at the server. Bytes
are forwarded unchanged. Each exchange goes to a file of its own in DIR, with
tokens masked. A finding is printed at once, and the verdict when you stop the
proxy.

Flags
  --target URL        base URL of the server, before /api/v1
  --port PORT         port to listen on, 0 for any free one
  --output DIR        folder for the recordings; it is created if necessary, and
                      no file in it is overwritten
  --host HOST         address to listen on; 127.0.0.1 by default
  --insecure          listen on an address that other machines can reach; the
                      proxy requires no token of its own
  --token-file FILE…  also mask the token in this file; may be repeated
  --time-scale N      how many times faster than the clock the timers of the
                      server run
  --ca FILE           trust the PEM certificates in this file too
  --sample PERCENT    record and judge a sample, from 0.01% to 100%. All
                      exchanges are forwarded; a chat is recorded as a whole or
                      not at all
  --rotate SIZE       write numbered files of about this size, such as 64MB,
                      instead of one per exchange; the recording then has no end
  --disk SIZE         maximum total size of the numbered files; the oldest are
                      deleted to make room. Needs --rotate
  --metrics ADDRESS   answer GET /metrics for Prometheus on this port of
                      127.0.0.1, or on HOST:PORT
  --log json|pretty   how findings, problems, outages and the verdict are
                      printed: as text, or as one JSON object a line on standard
                      output; pretty by default
  --help, -h          print this text

The tokens of requests are masked from then on wherever they occur. The token of
CONVERSATION_API_TOKEN is masked too.

Examples
  npx --no conversation-api record --target http://127.0.0.1:8080 \\
    --port 4040 --output recordings
  npx --no conversation-api check recordings
  npx --no conversation-api record --target http://127.0.0.1:8080 \\
    --port 4040 --output recordings \\
    --sample 1% --rotate 64MB --disk 1GB --metrics 9464

Exit codes
  0  stopped, and what was recorded is conformant
  1  nonconformant: a must was violated
  2  a flag, the folder or the address cannot be used
  3  incomplete, or nothing that could be judged was recorded
`;
