import { describe, expect, it, onTestFinished } from 'vitest';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import { systemClock } from '../../src/reference/clock.ts';
import type { InnerOptions } from '../../src/reference/inner-options.ts';
import { assemble } from '../../src/reference/start.ts';
import { TestClient } from './harness/client.ts';
import { LogLines } from './http/serving.ts';
import { makeDirectory } from './store/stores.ts';

/** A clock whose machine time and elapsed time a test sets. */
function machine(wall: number, from?: number) {
  const time = { wall, elapsed: 0 };
  const clock = systemClock(1, from, { wall: () => time.wall, elapsed: () => time.elapsed });
  return { time, clock };
}

describe('the system clock', () => {
  it('returns the time of the machine', () => {
    const { time, clock } = machine(1000);
    expect(clock.now()).toBe(1000);
    time.wall = 5000;
    expect(clock.now()).toBe(5000);
  });

  it('keeps counting when the time of the machine goes back, until the machine has caught up', () => {
    const { time, clock } = machine(10_000);
    expect(clock.now()).toBe(10_000);
    Object.assign(time, { wall: 4000, elapsed: 500 });
    expect(clock.now()).toBe(10_500);
    Object.assign(time, { wall: 4250, elapsed: 750.9 });
    expect(clock.now()).toBe(10_750);
    Object.assign(time, { wall: 11_000, elapsed: 751 });
    expect(clock.now()).toBe(11_000);
  });

  it('measures durations with a clock that does not jump', () => {
    const { time, clock } = machine(10_000);
    const begun = clock.elapsed();
    Object.assign(time, { wall: 99_000_000, elapsed: 20.7 });
    expect(clock.elapsed() - begun).toBe(20);
  });

  it('begins no earlier than the given time', () => {
    const { time, clock } = machine(10_000, 20_000);
    expect(clock.now()).toBe(20_000);
    time.elapsed = 10;
    expect(clock.now()).toBe(20_010);
  });
});

async function createChat(options: InnerOptions): Promise<TestClient> {
  const server = await assemble(options);
  onTestFinished(() => server.close());
  const client = new TestClient(server.url, 'harbor-main');
  expect((await client.post('/chats', {})).status).toBe(200);
  expect((await client.send({})).status).toBe(200);
  return client;
}

it('a server restarted on a machine whose clock went back lists the newest chat first and with the latest time', async () => {
  const data = `${makeDirectory()}/store.db`;
  const future = new VirtualClock({ start: Date.UTC(2199, 0, 1) });
  const first = await assemble({ data, clock: future });
  await new TestClient(first.url, 'harbor-main').post('/chats', {});
  await first.close();

  const client = await createChat({ data });
  const { body } = await client.get('/chats');
  const times = (body.data as { created_at: string }[]).map(({ created_at }) => created_at);
  expect(times).toHaveLength(3);
  expect(times).toEqual(times.toSorted().reverse());
  expect(times.at(-1)).toMatch(/^2199-/);
});

it('setting the clock while a turn runs does not change the durations of the turn and its steps', async () => {
  const virtual = new VirtualClock();
  const log = new LogLines();
  let hours = 0;
  const clock = {
    now() {
      hours += 1;
      return virtual.now() + hours * 3_600_000;
    },
    elapsed: virtual.elapsed,
    after: virtual.after,
  };
  const server = await assemble({ clock, log: 'json', logTo: log });
  onTestFinished(() => server.close());
  const script = [{ call: { tool: 'find_tickets' } }, { say: 'Two tickets.' }];
  const { body } = await new TestClient(server.url, 'harbor-main').send({
    script,
    attachments: { mcp_server_ids: [7] },
  });
  expect(body.data.steps).toMatchObject([{ status: 'done', duration: 0 }]);
  expect(await log.line('turn over')).toMatchObject({ ms: 0, first_text_ms: 0 });
});
