import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemorySocket } from '../../../scripts/simulation/memory-socket.ts';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { seededRandom } from '../../../scripts/test/random.ts';

/** The two ends of a connection, and a function that lets time pass until a promise about them settles. */
interface Pair {
  readonly here: Ends;
  readonly there: Ends;
  until<Value>(promise: Promise<Value>): Promise<Value>;
}

type Ends = Duplex &
  Record<'resetAndDestroy' | 'destroySoon', () => unknown> & { setTimeout(ms: number): unknown };

async function ofKernel(): Promise<Pair> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const here = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [there] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    here.destroy();
    there.destroy();
    server.close();
  });
  return { here, there, until: (promise) => promise };
}

async function inMemory(seed?: number): Promise<Pair> {
  const clock = new VirtualClock();
  const [here, there] = MemorySocket.pair(clock, seed === undefined ? undefined : seededRandom(seed));
  return { here, there, until: (promise) => clock.drive(promise) };
}

async function textOf(socket: Duplex): Promise<string> {
  let text = '';
  for await (const piece of socket) text += piece;
  return text;
}

/** The code of the error that a socket emits. */
async function errorOf(socket: Duplex): Promise<unknown> {
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  return error.code;
}

/** Each claim is also tested with a kernel connection, so that the one in memory behaves like it. */
describe.each([
  ['of the kernel', ofKernel],
  ['in memory', () => inMemory()],
  ['in memory that cuts and delays', () => inMemory(7)],
])('a connection %s', (_, open) => {
  it('delivers all bytes in order, and then the end', async () => {
    const { here, there, until } = await open();
    const sent = Array.from({ length: 200 }, (_each, index) => `${index} `.repeat(index)).join('');
    for (let at = 0; at < sent.length; at += 997) here.write(sent.slice(at, at + 997));
    here.end();
    expect(await until(textOf(there))).toBe(sent);
  });

  it('can be used in one direction after the end of the other', async () => {
    const { here, there, until } = await open();
    here.end('question');
    expect(await until(textOf(there))).toBe('question');
    there.end('answer');
    expect(await until(textOf(here))).toBe('answer');
  });

  it('is ended for the other side when it is destroyed', async () => {
    const { here, there, until } = await open();
    there.resume();
    here.destroy();
    await until(once(there, 'end'));
    expect(there.readableEnded).toBe(true);
  });

  it('fails for the other side when it is reset', async () => {
    const { here, there, until } = await open();
    there.resume();
    const error = errorOf(there);
    here.resetAndDestroy();
    expect(await until(error)).toBe('ECONNRESET');
  });

  it('fails at a later write if the other side was destroyed', async () => {
    const { here, there, until } = await open();
    there.resume();
    here.resume();
    there.destroy();
    const error = errorOf(here);
    const write = () => here.destroyed || here.write('more', () => setImmediate(write));
    write();
    expect(['ECONNRESET', 'EPIPE']).toContain(await until(error));
  });

  it('sends written data before it closes soon', async () => {
    const { here, there, until } = await open();
    here.write('last words');
    here.destroySoon();
    expect(await until(textOf(there))).toBe('last words');
  });

  it('lets a writer wait for a reader', async () => {
    const { here, there, until } = await open();
    const piece = Buffer.alloc(64 * 1024, 'x');
    let accepted = 0;
    // Far more than the buffers of both ends hold.
    const write = (): void => {
      if (accepted === 1024) return;
      here.write(piece, () => {
        accepted += 1;
        write();
      });
    };
    write();
    await until(new Promise((resolve) => setImmediate(() => setImmediate(resolve))));
    expect(accepted).toBeLessThan(1024);
    let read = 0;
    there.on('data', ({ length }) => {
      read += length;
    });
    await until(
      new Promise<void>((resolve) =>
        there.on('data', () => {
          if (read === 1024 * piece.length) resolve();
        }),
      ),
    );
    expect(read).toBe(1024 * piece.length);
  });

  it('reports that nothing was sent or received for a time', async () => {
    const { here, there, until } = await open();
    there.resume();
    const timeout = once(here, 'timeout');
    here.setTimeout(20);
    here.write('a sign of life');
    await until(timeout);
    expect(here.destroyed).toBe(false);
  });
});
