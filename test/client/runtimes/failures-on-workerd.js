/** A worker that makes calls fail in each way, and answers with their kinds as JSON. `?server=` is the address of `startLeakServer`. */
import { createClient } from './index.js';

/** Milliseconds. */
const SHORT = 50;
const CHAT = '00000000-0000-4000-8000-000000000000';

const openTurn = ({ turns }, options) => turns.stream(CHAT, { content: 'Hello' }, options);

/** How a call fails, by the answer that the server gives. */
const FAILURES = {
  idleTimeout: ['open', (client) => openTurn(client, { idleTimeout: SHORT }).final()],
  totalTimeout: ['open', (client) => openTurn(client, { totalTimeout: SHORT }).final()],
  timeout: ['silent', (client) => openTurn(client, { timeout: SHORT }).final()],
  'timeout in an answer': ['half', (client) => client.chats.get(CHAT, { timeout: SHORT })],
  'close()': ['open', (client) => beginTurn(client, {}, (turn) => turn.close())],
  signal: [
    'open',
    (client) => {
      const abort = new AbortController();
      return beginTurn(client, { signal: abort.signal }, () => abort.abort(new Error('aborted')));
    },
  ],
  'lost connection': ['cut', (client) => openTurn(client).final()],
};

// biome-ignore lint/style/noDefaultExport: workerd takes the handler of a worker from it.
export default {
  async fetch(request) {
    const server = new URL(request.url).searchParams.get('server');
    const kinds = {};
    for (const [name, [answer, call]] of Object.entries(FAILURES)) {
      const client = createClient({ baseUrl: `${server}/${answer}`, token: 'harbor-main', maxRetries: 0 });
      kinds[name] = await call(client).then(
        () => 'none',
        ({ kind, message }) => kind ?? message,
      );
    }
    return Response.json(kinds);
  },
};

/** Ends a turn while it is silent. */
async function beginTurn(client, options, end) {
  const turn = openTurn(client, options);
  const events = turn[Symbol.asyncIterator]();
  await events.next();
  const pending = events.next();
  end(turn);
  return pending;
}
