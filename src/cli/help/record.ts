/** Printed by `conversation-api help record`. */
export const RECORD_HELP = `conversation-api record passes requests on to a live server, and records and judges what goes by.

Usage: conversation-api record --target URL --listen PORT --output DIR [FLAGS]

Point your client at the address that it prints instead of at the server. Bytes pass as they come; each exchange is written to a
file of its own in DIR, with its tokens masked. It prints each finding at once, and the verdict when you stop it.

Flags
  --target URL        base of the server, before /api/v1
  --listen PORT       port to listen on, 0 for any free one
  --output DIR        folder for the recordings; created if it does not exist, and nothing in it is overwritten
  --host HOST         address to listen on; 127.0.0.1 by default
  --insecure          listen on an address that other machines can reach; the recorder requires no token of its own
  --token-file FILE…  mask the token in this file too; may be repeated
  --time-scale N      how many times faster than the clock the server's timers run
  --ca FILE           certificates in PEM that are trusted besides the usual ones
  --sample PERCENT    record and judge a sample, from 0.01% to 100%; all exchanges are forwarded, and a chat is recorded whole or not
  --rotate SIZE       write numbered files of about this size, such as 64MB, instead of one for each exchange; the recording has no end
  --disk SIZE         most that the numbered files may take together; the oldest are deleted to make room. Needs --rotate
  --metrics ADDRESS   answer GET /metrics in the text format of Prometheus on this port of 127.0.0.1, or on HOST:PORT
  --help, -h          this text

Tokens that requests carry are masked from then on wherever they occur, and so is that of CONVERSATION_API_TOKEN.

Examples
  conversation-api record --target https://conversations.example --listen 4040 --output recordings
  conversation-api check recordings
  conversation-api record --target http://127.0.0.1:8080 --listen 4040 --output recordings \\
    --sample 1% --rotate 64MB --disk 1GB --metrics 9464

Exit codes
  0  stopped, and what was recorded is conformant
  1  nonconformant: a must-requirement was violated
  2  a flag, the folder or the address cannot be used
  3  incomplete, or nothing that could be judged was recorded
`;
