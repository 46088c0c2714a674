import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../scripts/simulation/simulation.ts';

const MINUTE = 60_000;

/** A server that answers after a minute by repeating the request, compressed. */
const slow = () =>
  createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    await later(MINUTE);
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(`${request.method} ${request.url} ${body}`));
  });

describe('a simulation', () => {
  it('carries HTTP between a library and a server of this process, and lets a minute pass at once', async () => {
    const { text, elapsed } = await simulate(async ({ clock, network }) => {
      const server = slow();
      const { url } = await network.listen(server);
      const begun = clock.now();
      const answer = await fetch(`${url}/later`, { method: 'POST', body: 'hello' });
      const heard = { text: await answer.text(), elapsed: clock.now() - begun };
      server.close();
      return heard;
    });
    expect(text).toBe('POST /later hello');
    expect(elapsed).toBeGreaterThanOrEqual(MINUTE);
    // Compression takes real time in the thread pool, while the clock stands still.
    expect(elapsed).toBeLessThan(MINUTE + 100);
  });

  it('refuses connections to a server that has closed', async () => {
    const refusal = await simulate(async ({ network }) => {
      const server = slow();
      const { url } = await network.listen(server);
      await new Promise((resolve) => server.close(resolve));
      return fetch(url).catch((error: unknown) => (error as Error).cause);
    });
    expect(refusal).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('opens no kernel connection', async () => {
    const attempt = simulate(async () => connect({ port: 9, host: '127.0.0.1' }));
    await expect(attempt).rejects.toThrow('a simulation opens no connection of the kernel');
  });

  it('ends when its work waits for something that no timer triggers', async () => {
    await expect(simulate(() => new Promise(() => {}))).rejects.toMatchObject({ code: 'stuck' });
  });

  it('is alone in its thread, even if others are started at the same time', async () => {
    let running = 0;
    const most = await Promise.all(
      [1, 2, 3].map(() =>
        simulate(async () => {
          running += 1;
          await later(MINUTE);
          running -= 1;
          return running;
        }),
      ),
    );
    expect(most).toEqual([0, 0, 0]);
  });

  it('has an order that depends only on the seed', async () => {
    const order = (seed?: number) =>
      simulate(
        async ({ clock }) => {
          const names: number[] = [];
          for (let name = 0; name < 20; name += 1) clock.after(10, () => names.push(name));
          await later(11);
          return names;
        },
        { seed },
      );
    const inOrder = Array.from({ length: 20 }, (_, name) => name);
    expect(await order()).toEqual(inOrder);
    expect(await order(1)).toEqual(await order(1));
    expect(await order(1)).not.toEqual(await order(2));
    expect((await order(1)).toSorted((one, other) => one - other)).toEqual(inOrder);
  });
});
