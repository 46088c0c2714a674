import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { untilRestarted } from '../../src/cli/until-restarted.ts';

let server: Server;
const sockets = new Set<{ destroy(): unknown }>();

async function listen(port = 0): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    server.emit('held');
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(): Promise<void> {
  server.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await once(server, 'close');
}

afterEach(close);

it('resolves when a server that stopped accepts connections again', async () => {
  const port = await listen();
  const held = once(server, 'held');
  let isBack = false;
  const restarted = untilRestarted(`http://127.0.0.1:${port}`, new AbortController().signal).then(() => {
    expect(isBack).toBe(true);
  });
  await held;
  await close();
  // A program takes a while to start. Until then, nothing listens on its port.
  for (let probe = 0; probe < 5; probe += 1) await once(connect(port, '127.0.0.1'), 'error');
  isBack = true;
  await listen(port);
  await restarted;
});

it('does not mistake the end of an idle connection for a restart', async () => {
  const port = await listen();
  const stop = new AbortController();
  let isOver = false;
  const restarted = untilRestarted(`http://127.0.0.1:${port}`, stop.signal).then(() => {
    isOver = true;
  });
  await once(server, 'held');
  const again = once(server, 'held');
  for (const socket of sockets) socket.destroy();
  await again;
  expect(isOver).toBe(false);
  stop.abort();
  await restarted;
});

it('waits for a server that was not running before', async () => {
  const port = await listen();
  await close();
  const restarted = untilRestarted(`http://127.0.0.1:${port}`, new AbortController().signal);
  await listen(port);
  await restarted;
});
