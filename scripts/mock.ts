/**
 * `npm run mock`: starts Prism with the OpenAPI document, behind a proxy that puts the requested chat into each example.
 *
 * Prism returns the examples unchanged, so a turn sent to any other chat would come back as a turn of the chat in the example.
 * `--port N` and `--host NAME` choose the address. `--document FILE` uses another document.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { readArguments } from './read-arguments.ts';

const root = resolve(import.meta.dirname, '..');
const { port, host, document } = readArguments({
  port: { type: 'string', short: 'p', default: '4010' },
  host: { type: 'string', short: 'h', default: '127.0.0.1' },
  document: { type: 'string', default: 'generated/openapi.yaml' },
});

const prismPort = await findFreePort();
const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const args = ['mock', document, `--port=${prismPort}`, '--host=127.0.0.1', '--verboseLevel=error'];
const prism = spawn(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' });
prism.on('exit', (status) => process.exit(status ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => prism.kill(signal));

const proxy = createServer((from, to) => forward(from, to));
proxy.on('error', ({ message }) => {
  console.error(message);
  prism.kill();
});
proxy.listen(Number(port), host, () =>
  console.log(`The mock answers at http://${host}:${port} once Prism has begun.`),
);

/** The chat named in a path. */
const CHAT = /\/chats\/([^/?]+)/;
/** Where an example names its chat: as `chat_id` of a turn or an event, or as the `id` of a chat, the only `id` that is a uuid. */
const NAMED = /("(?:chat_id|id)": ?")[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")/gi;

/** Forwards a request to Prism, and returns the answer with the chat of the request. Examples are short, so they are kept in memory. */
function forward(from: IncomingMessage, to: ServerResponse): void {
  const { method, url = '/', headers } = from;
  const sent = request({ host: '127.0.0.1', port: prismPort, method, path: url, headers }, async (answer) => {
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    const [, chat] = CHAT.exec(url) ?? [];
    const text = Buffer.concat(pieces).toString();
    const body = chat === undefined ? text : text.replaceAll(NAMED, (_, name) => `${name}${chat}`);
    const { 'content-length': _, 'transfer-encoding': __, ...rest } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': Buffer.byteLength(body) });
    to.end(body);
  });
  // Prism takes a moment to start. Callers that wait for it ask again.
  sent.on('error', () => to.destroy());
  from.pipe(sent);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}
