/** Serves page.js at http://127.0.0.1:3000, with a relay that everybody on this machine may use. Only to try the examples. */
import { resolve } from 'node:path';
import { createClient } from 'conversation-api';
import { expressRelay } from 'conversation-api/relay/express';
import express from 'express';

const { SERVICE_URL: baseUrl = 'http://127.0.0.1:4010', SERVICE_TOKEN: token = 'harbor-main' } = process.env;
const { PORT = '3000' } = process.env;

const app = express();
app.all('/api/relay', expressRelay({ client: createClient({ baseUrl, token }), mayUse: () => true }));
app.get('/page.js', (_, response) => response.sendFile(resolve('page.js')));
app.get('/', ({ query }, response) => {
  // Each chat has an id of its own, which the page reads from its address.
  if (query.chat === undefined) return response.redirect(`/?chat=${crypto.randomUUID()}`);
  response.send(
    '<!doctype html><html lang="en"><title>Chat</title><div id="root"></div><script type="module" src="/page.js"></script></html>',
  );
});
const server = app.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`open http://127.0.0.1:${Object(server.address()).port}/`),
);
