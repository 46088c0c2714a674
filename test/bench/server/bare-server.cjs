const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');

/**
 * The lower bound for a server on node:http: it sends the same bytes as the reference server, but reads them from a file.
 *
 *     node bare-server.cjs answer FILE   the file, as JSON
 *     node bare-server.cjs hold FILE     the file, as the beginning of a stream that stays open
 *     node bare-server.cjs stream FILE   the file, as a stream that is written event by event
 *     node bare-server.cjs turn FILE     the same, with the id of the chat that the turn was sent to
 */
const [, , role, file] = process.argv;
const content = readFileSync(file, 'utf8');
const events = eventsOf(content);

const STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
const ANSWER = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-length': Buffer.byteLength(content),
};

/** The chat of the stream in the file. */
const CHAT = /"chat_id":"([^"]*)"/.exec(content)?.[1];

const listeners = {
  answer(_request, response) {
    response.writeHead(200, ANSWER);
    response.end(content);
  },
  hold: afterBody((response) => {
    response.writeHead(200, STREAM);
    response.write(content);
  }),
  stream: afterBody((response) => writeEvents(response, events)),
  turn: afterBody((response, { url }) =>
    writeEvents(response, eventsOf(content.replaceAll(CHAT, url.split('/')[4]))),
  ),
};

function afterBody(respond) {
  return (request, response) => {
    request.resume();
    request.on('end', () => respond(response, request));
  };
}

function writeEvents(response, all) {
  response.writeHead(200, STREAM);
  for (const event of all) response.write(event);
  response.end();
}

function eventsOf(text) {
  return text.split(/(?<=\n\n)/);
}

const server = createServer(listeners[role]);
server.listen(0, '127.0.0.1', () => {
  process.stderr.write(`listening on http://127.0.0.1:${server.address().port}\n`);
});
