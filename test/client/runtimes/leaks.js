/**
 * Makes thousands of calls of every sort, and measures what each sort leaves behind. Runs on any runtime: the caller brings the
 * client, the address of `startLeakServer`, a function that collects garbage and returns the bytes of the heap, and one that reports.
 */

/** The heap is measured after this part of the calls of a sort, and again after all. */
const WARM = 1 / 5;
/** Calls at the same time. */
const WORKERS = 10;
/** Milliseconds. Each such call takes them. */
const SHORT = 5;
const CHAT = '00000000-0000-4000-8000-000000000000';
/** What leaks is as large as a prompt. */
const TURN = { content: 'When do you open? '.repeat(100), permission_mode: 'auto' };

/** Each sort of call: the answer of the server, and what the caller does with a client and options. */
const SORTS = {
  'a call that is answered': ['answered', (client, options) => client.chats.get(CHAT, options)],
  'a turn that is answered': ['answered', (client, options) => client.turns.send(CHAT, TURN, options)],
  'a stream that is read to its end': ['whole', (client, options) => readAll(openTurn(client, options))],
  'a stream whose outcome is awaited': ['whole', (client, options) => openTurn(client, options).final()],
  'a stream whose texts are read': ['whole', (client, options) => readAll(openTurn(client, options).texts())],
  'a stream that is relayed': [
    'whole',
    (client, options) => new Response(openTurn(client, options).toReadableStream()).text(),
  ],

  'a call that fails': ['failed', (client, options) => fails(client.chats.get(CHAT, options))],
  'a call with an invalid answer': ['whole', (client, options) => fails(client.chats.get(CHAT, options))],
  'a stream that fails': ['failed', (client, options) => fails(openTurn(client, options).final())],
  'a stream that is cut off': ['cut', (client, options) => fails(readAll(openTurn(client, options)))],

  'a call that is aborted': [
    'silent',
    (client, options) => abort(options, (all) => client.chats.get(CHAT, all)),
  ],
  'a call that is aborted before it is sent': [
    'silent',
    (client, options) => fails(client.chats.get(CHAT, { ...options, signal: AbortSignal.abort() })),
  ],
  'a call that is aborted in its answer': [
    'half',
    (client, options) => abort(options, (all) => client.chats.get(CHAT, all)),
  ],
  'a stream that is aborted before its head': [
    'silent',
    (client, options) => abort(options, (all) => openTurn(client, all).final()),
  ],
  'a stream that is aborted in silence': [
    'open',
    (client, options) => abort(options, (all) => openTurn(client, all).final()),
  ],

  'a call that times out': ['silent', (client, options) => fails(client.chats.get(CHAT, short(options)))],
  'a call that times out in its answer': [
    'half',
    (client, options) => fails(client.chats.get(CHAT, short(options))),
  ],
  'a stream that times out before its head': [
    'silent',
    (client, options) => fails(openTurn(client, short(options)).final()),
  ],
  'a stream that times out in silence': [
    'open',
    (client, options) => fails(openTurn(client, { ...options, idleTimeout: SHORT }).final()),
  ],

  'a stream that is left in the loop': ['open', (client, options) => readOne(openTurn(client, options))],
  'a stream that is left in silence': [
    'open',
    (client, options) => leaveInSilence(openTurn(client, options)),
  ],
  'a stream that is closed': ['open', (client, options) => closeLate(openTurn(client, options))],
  'a relayed stream that is cancelled': [
    'open',
    (client, options) => cancelRelayed(openTurn(client, options).toReadableStream()),
  ],

  'a stream that is never read': ['open', (client, options) => void openTurn(client, options)],
  'a stream that is closed before it is read': [
    'open',
    (client, options) => openTurn(client, options).close(),
  ],
  'a stream that is left before it is read': [
    'open',
    (client, options) => openTurn(client, options)[Symbol.asyncIterator]().return(),
  ],
  'a relayed stream that is never read': [
    'open',
    (client, options) => void openTurn(client, options).toReadableStream(),
  ],
};

/**
 * @param calls How many calls of each sort are made.
 * @param readHeap Collects garbage, and returns the bytes that are left.
 * @param report Is called with the name of each sort, and what grew between the two moments: bytes for each call, and the numbers of
 * listeners, timers and connections.
 */
export async function findLeaks({ createClient }, server, calls, readHeap, report) {
  const warm = calls * WARM;
  const timers = watchTimers();
  // The engine compiles and caches for thousands of requests, whoever sends them.
  for (let times = 0; times < calls; times += warm) {
    await inParallel(warm, () => fetch(`${server}/answered`).then((response) => response.text()));
  }
  for (const [name, [answer, call]] of Object.entries(SORTS)) {
    const client = createClient({ baseUrl: `${server}/${answer}`, token: 'harbor-main', maxRetries: 0 });
    // Most programs have one signal that lives as long as they do.
    const { signal, listeners } = watchSignal();
    const run = (times) => inParallel(times, () => call(client, { signal }));
    const measure = async () => ({
      bytes: await readHeap(),
      listeners: listeners.size,
      timers: timers.size,
      connections: Number(await (await fetch(`${server}/connections`)).text()),
    });
    await run(warm);
    const before = await measure();
    await run(calls - warm);
    const after = await measure();
    report(name, {
      bytesPerCall: Math.round((after.bytes - before.bytes) / (calls - warm)),
      listeners: after.listeners - before.listeners,
      timers: after.timers - before.timers,
      connections: after.connections - before.connections,
    });
  }
}

async function inParallel(times, call) {
  let left = times;
  const work = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}

const openTurn = ({ turns }, options) => turns.stream(CHAT, TURN, options);
const short = (options) => ({ ...options, timeout: SHORT });

async function fails(call) {
  const succeeded = await call.then(
    () => true,
    () => false,
  );
  if (succeeded) throw new Error('the call succeeded');
}

/** Aborts a call when it has had time to come as far as it can. */
async function abort({ signal }, call) {
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop);
  const ended = fails(call({ signal: controller.signal }));
  await pause(SHORT);
  controller.abort();
  await ended;
  signal.removeEventListener('abort', stop);
}

async function readAll(values) {
  for await (const _ of values);
}

async function readOne(values) {
  for await (const _ of values) break;
}

async function leaveInSilence(turn) {
  const events = turn[Symbol.asyncIterator]();
  await events.next();
  const pending = events.next();
  await events.return();
  await pending;
}

async function closeLate(turn) {
  const events = turn[Symbol.asyncIterator]();
  await events.next();
  const pending = fails(events.next());
  turn.close();
  await pending;
}

async function cancelRelayed(stream) {
  const reader = stream.getReader();
  await reader.read();
  const pending = reader.read();
  await reader.cancel();
  await pending;
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The timers of this program that are neither cleared nor over. */
function watchTimers() {
  const { setTimeout, clearTimeout } = globalThis;
  const timers = new Set();
  globalThis.setTimeout = (callback, wait, ...rest) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      callback(...rest);
    }, wait);
    timers.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    timers.delete(timer);
    clearTimeout(timer);
  };
  return timers;
}

/** A signal, and its listeners. */
function watchSignal() {
  const { signal } = new AbortController();
  const listeners = new Set();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (type, listener, options) => {
    listeners.add(listener);
    addEventListener.call(signal, type, listener, options);
  };
  signal.removeEventListener = (type, listener) => {
    listeners.delete(listener);
    removeEventListener.call(signal, type, listener);
  };
  return { signal, listeners };
}
