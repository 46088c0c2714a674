/**
 * `node [--expose-gc] garbage.js CLIENT`: stalls every sort of call, collects garbage, and only then ends the calls. Prints the
 * outcome of each as a line of JSON. Without --expose-gc it allocates memory until the engine has collected garbage by itself.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds. These timers expire when the garbage has been collected, and not with time. */
const TIMEOUT = 987_654;
/** Milliseconds until a call counts as hanging. */
const PATIENCE = 120_000;
/** The engine marks incrementally, so what died during one collection may be left to the next. */
const COLLECTIONS = 3;
const CHAT = '00000000-0000-4000-8000-000000000000';
const TURN = { content: 'Hello', permission_mode: 'auto' };

const { createClient } = await import(process.argv[2]);

const { setTimeout, clearTimeout } = globalThis;
/** Callbacks of the client's timers. */
const timers = new Map();
globalThis.setTimeout = (callback, wait, ...rest) => {
  if (wait !== TIMEOUT) return setTimeout(callback, wait, ...rest);
  const timer = Symbol('timer');
  timers.set(timer, callback);
  return timer;
};
globalThis.clearTimeout = (timer) => timers.delete(timer) || clearTimeout(timer);

/** How far the answer gets before it stalls. */
const STALLS = {
  head: () => {},
  body: (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":'),
  stream: (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n'),
};

const closed = [];
let arrived = 0;
const server = createServer((request, response) => {
  request.resume();
  closed.push(once(response, 'close'));
  STALLS[/\w+/.exec(request.url)[0]](response);
  arrived += 1;
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

const CALLS = {
  'chats.get': ({ chats }, options) => chats.get(CHAT, options),
  'turns.send': ({ turns }, options) => turns.send(CHAT, TURN, options),
  'turns.stream': ({ turns }, options) =>
    turns.stream(CHAT, TURN, { ...options, idleTimeout: TIMEOUT }).final(),
};
const PHASES = [
  ['chats.get', 'head'],
  ['chats.get', 'body'],
  ['turns.send', 'head'],
  ['turns.send', 'body'],
  ['turns.stream', 'head'],
  ['turns.stream', 'stream'],
];

const outcomes = [];
const ends = [];

for (const [name, phase] of PHASES) {
  const baseUrl = `http://127.0.0.1:${server.address().port}/${phase}`;
  const client = createClient({ baseUrl, token: 'harbor-main', maxRetries: 0 });
  const start = (end, call) => {
    const outcome = call.then(
      () => 'a result',
      (error) => error?.kind ?? error,
    );
    outcomes.push(outcome.then((text) => [`${name}, ${phase}, ${end}`, text]));
  };

  start('timeout', CALLS[name](client, { timeout: TIMEOUT }));
  const controller = new AbortController();
  start('signal', CALLS[name](client, { timeout: TIMEOUT, signal: controller.signal }));
  start(
    'any signal',
    CALLS[name](client, { timeout: TIMEOUT, signal: AbortSignal.any([controller.signal]) }),
  );
  ends.push(() => controller.abort('aborted'));
  if (name === 'turns.stream') {
    const stream = client.turns.stream(CHAT, TURN, { timeout: TIMEOUT, idleTimeout: TIMEOUT });
    start('close', stream.final());
    ends.push(() => stream.close());
  }
}

while (arrived < outcomes.length) await setImmediate();
// Until the heads of the answers have arrived too.
await fetch(`http://127.0.0.1:${server.address().port}/stream`).then(({ body }) => body.cancel());
for (let turn = 0; turn < 100; turn++) await setImmediate();
await (globalThis.gc ? collect() : exhaust());

for (const end of ends) end();
for (const callback of timers.values()) callback();

const patience = setTimeout(() => {
  console.log(JSON.stringify(['hangs', 'a call, or its connection']));
  process.exit(1);
}, PATIENCE);
for (const outcome of outcomes) outcome.then((line) => console.log(JSON.stringify(line)));
await Promise.all([...outcomes, ...closed]);
clearTimeout(patience);
server.close();
server.closeAllConnections();

async function collect() {
  for (let times = 0; times < COLLECTIONS; times++) {
    gc();
    await setImmediate();
  }
}

async function exhaust() {
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list
      .getEntries()
      .filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  const recent = [];
  for (let piece = 0; collections < COLLECTIONS; piece++) {
    recent[piece % 50] = Array.from({ length: 10_000 }, () => ({ piece }));
    await setImmediate();
  }
  observer.disconnect();
}
