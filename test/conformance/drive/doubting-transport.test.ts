import { describe, expect, it } from 'vitest';
import { doubtStrangers } from '../../../src/conformance/drive/doubting-transport.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { Strangers } from '../../../src/conformance/drive/strangers.ts';
import { type Transport, TransportFailure, type WireRequest } from '../../../src/conformance/drive/wire.ts';

const PLAIN: WireRequest = {
  method: 'GET',
  path: '/api/v1/chats',
  headers: { authorization: 'Bearer main' },
};
const READ: WireRequest = { ...PLAIN, path: '/api/v1/chat/catalog' };
const WRITE: WireRequest = { ...PLAIN, method: 'POST', path: '/api/v1/skills' };

interface Scripted {
  readonly status: number;
  readonly isStrange: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const ours = (status = 200): Scripted => ({ status, isStrange: false });
const BROKEN: Scripted = { status: 0, isStrange: false };
const gateway = (status = 502): Scripted => ({ status, isStrange: true, headers: { server: 'nginx' } });

/** A transport whose answers depend on the request and on how often it was sent, on a clock that advances only while waiting. */
function scene(answer: (request: WireRequest, times: number) => Scripted) {
  let now = 0;
  const sent: string[] = [];
  const times = new Map<string, number>();
  const inner: Transport = {
    limits: DRIVE_LIMITS,
    strangers: new Strangers(),
    clock: {
      now: () => now,
      wall: () => now,
      after(duration, callback) {
        now += duration;
        queueMicrotask(callback);
        return () => {};
      },
    },
    async send(request) {
      const name = `${request.method} ${request.path}`;
      sent.push(name);
      times.set(name, (times.get(name) ?? 0) + 1);
      const scripted = answer(request, times.get(name) ?? 0);
      if (scripted === BROKEN) throw new TransportFailure('broken', 'the response broke off: ECONNRESET');
      return { headers: {}, ...scripted, body: nothing() };
    },
    async close() {},
  };
  const credentials = new Set(['Bearer main']);
  const stop = new AbortController().signal;
  return { transport: doubtStrangers(inner, { plain: [PLAIN], credentials, stop }), sent, waited: () => now };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

describe('a read that something else answered', () => {
  it('is repeated, and its answer is that of the service', async () => {
    const { transport } = scene(({ path }, times) =>
      path === READ.path && times === 1 ? gateway() : ours(),
    );
    expect(await transport.send(READ)).toMatchObject({ status: 200, isStrange: false });
    expect(transport.strangers.reason).toContain('gave 1 × 502, no media type, nginx;');
  });

  it('waits until the service answers again', async () => {
    let answers = 0;
    const { transport, waited } = scene(() => {
      answers += 1;
      return answers < 6 ? gateway(503) : ours();
    });
    expect((await transport.send(READ)).status).toBe(200);
    expect(waited()).toBeGreaterThan(1000);
  });

  it('fails once nothing but strangers answered for as long as an outage may take', async () => {
    const { transport, waited } = scene(() => gateway());
    await expect(transport.send(READ)).rejects.toMatchObject({ problem: 'unreachable' });
    expect(waited()).toBe(DRIVE_LIMITS.outage);
  });
});

describe('another request that something else answered', () => {
  it('makes its check repeat, even if the service answers it the second time', async () => {
    const { transport } = scene(({ method }, times) =>
      method === 'POST' && times === 1 ? gateway() : ours(201),
    );
    const response = await transport.send(WRITE);
    expect(response).toMatchObject({
      status: 201,
      isRepeatOf: expect.stringContaining('createSkill was answered by'),
      isDelayed: true,
    });
  });

  it('blames the service if it alone keeps failing, where the operation was answered before', async () => {
    const { transport, sent } = scene(({ method }, times) =>
      method === 'POST' && times > 1 ? gateway(500) : ours(),
    );
    await transport.send(WRITE);
    expect(await transport.send(WRITE)).toMatchObject({ status: 500, isStrange: true });
    expect(transport.strangers.reason).toBeUndefined();
    expect(sent.filter((name) => name.startsWith('POST')).length).toBeGreaterThan(3);
  });

  it('blames a service that breaks the connection of this request alone each time, and of the next one only after as many times', async () => {
    const { transport, sent } = scene(({ method }, times) =>
      method === 'POST' && times > 1 ? BROKEN : ours(),
    );
    await transport.send(WRITE);
    expect(await transport.send(WRITE)).toMatchObject({ status: 0, broken: { problem: 'broken' } });
    expect(transport.strangers.reason).toBeUndefined();
    const once = sent.length;
    await transport.send(WRITE);
    expect(sent.length - once).toBeGreaterThan(6);
  });

  it('blames nobody for a connection that breaks once, or in an operation that was never answered', async () => {
    const { transport } = scene(({ method }, times) =>
      method === 'POST' && times === 1 ? BROKEN : ours(201),
    );
    expect(await transport.send(WRITE)).toMatchObject({
      isRepeatOf: expect.stringContaining('broke off'),
    });
    expect(transport.strangers.reason).toContain('gave 1 × a broken connection;');
    const always = scene(({ method }) => (method === 'POST' ? BROKEN : ours())).transport;
    await expect(always.send(WRITE)).rejects.toMatchObject({ problem: 'broken' });
  });

  it('blames nobody if nothing but a gateway ever answered the operation', async () => {
    const { transport } = scene(({ method }) => (method === 'POST' ? gateway(403) : ours()));
    await expect(transport.send(WRITE)).rejects.toMatchObject({ problem: 'stranger' });
  });

  it('is not repeated again where a gateway blocks its operation', async () => {
    let isBlocked = true;
    const { transport, sent } = scene(({ method }) =>
      method === 'POST' && isBlocked ? gateway(403) : ours(201),
    );
    await expect(transport.send(WRITE)).rejects.toMatchObject({ problem: 'stranger' });
    sent.length = 0;
    await expect(transport.send(WRITE)).rejects.toMatchObject({ problem: 'stranger' });
    expect(sent).toEqual(['POST /api/v1/skills']);
    isBlocked = false;
    expect(await transport.send(WRITE)).toMatchObject({ status: 201 });
  });

  it('blames the service for an operation without a route', async () => {
    const { transport } = scene(({ method }) => (method === 'POST' ? gateway(404) : ours()));
    expect(await transport.send(WRITE)).toMatchObject({ status: 404 });
  });

  it('needs more evidence, the more often other requests meet strangers', async () => {
    const failures = async (every: number) => {
      let plain = 0;
      const { transport, sent } = scene(({ method }, times) => {
        if (method === 'POST') return times === 1 ? ours() : gateway(500);
        plain += 1;
        return plain % every === 0 ? gateway() : ours();
      });
      await transport.send(WRITE);
      for (let count = 0; count < 20; count += 1) await transport.send(READ);
      await transport.send(WRITE);
      return sent.filter((name) => name.startsWith('POST')).length;
    };
    expect(await failures(3)).toBeGreaterThan(2 * (await failures(1000)));
  });
});

it('a refusal of a request without a valid credential is open (A-02)', async () => {
  const { transport, sent } = scene(() => gateway(403));
  expect(await transport.send({ ...READ, headers: {} })).toMatchObject({ status: 403, isStrange: false });
  expect(sent).toHaveLength(1);
});
