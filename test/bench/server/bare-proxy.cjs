const { createServer, request: send } = require('node:http');

/**
 * The lower bound for a recorder on node:http: it forwards requests and responses, and does nothing else.
 *
 *     node bare-proxy.cjs TARGET
 */
const target = new URL(process.argv[2]);

const server = createServer((request, response) => {
  const { method, url: path, headers } = request;
  const upstream = send({ hostname: target.hostname, port: target.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  request.pipe(upstream);
});
server.listen(0, '127.0.0.1', () => {
  process.stderr.write(`listening on http://127.0.0.1:${server.address().port}\n`);
});
