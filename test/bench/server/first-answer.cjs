const { get } = require('node:http');
const { startReferenceServer } = require('../../../dist/alterations/index.cjs');

// Starts a server in this process, which has loaded the module already, sends one request and prints the milliseconds until the
// whole answer has arrived.
const begun = performance.now();
startReferenceServer().then((server) => {
  const headers = { authorization: 'Bearer harbor-main' };
  get(`${server.url}/api/v1/chats`, { headers }, (answer) => {
    answer.resume().on('end', async () => {
      process.stdout.write(`${answer.statusCode} ${performance.now() - begun}`);
      await server.close();
    });
  });
});
