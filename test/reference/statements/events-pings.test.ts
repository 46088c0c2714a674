import { expect } from 'vitest';
import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();
const SECOND = 1000;

states('S6-13 S6-14', 'a silent stream sends a ping every 15 seconds, and then continues', async () => {
  const stream = await server.as('main').stream({ script: [{ wait: 50 }, { say: 'Still here.' }] });
  await stream.until('message.start');
  await server.clock.advance(50 * SECOND);
  const { type, data } = await stream.rest();

  expect(typesOf(stream)).toEqual([
    'message.start',
    'ping',
    'ping',
    'ping',
    'message.delta',
    'message.completed',
  ]);
  expect([type, data.content]).toEqual(['message.completed', 'Still here.']);
});

states('S6-13', 'the ping comes when the 15 seconds are over', async () => {
  const stream = await server.as('main').stream({ script: [{ say: 'Wait. ' }, { hang: true }] });
  await stream.until('message.delta');
  const silentSince = server.clock.now();
  for (const pings of [1, 2, 3]) {
    await server.clock.advance(15 * SECOND);
    const { ts } = await stream.until('ping');

    expect(ts).toBeCloseTo(silentSince / SECOND + 15 * pings, 1);
  }
  await cancel(stream);
});

states('S6-13', 'a stream that is never silent for that long sends no ping', async () => {
  const script = Array.from({ length: 6 }, (): Act[] => [{ say: 'Word. ' }, { wait: 14 }]).flat();
  const stream = await server.as('main').stream({ script });
  for (let word = 0; word < 6; word += 1) {
    await stream.until('message.delta');
    await server.clock.advance(14 * SECOND);
  }
  await stream.rest();

  expect(typesOf(stream)).not.toContain('ping');
});

states('S6-13', 'a step or a question restarts the silence', async () => {
  const stream = await server.as('main').stream({
    script: [
      { say: 'Wait. ' },
      { wait: 10 },
      { reason: 'Hm.' },
      { wait: 10 },
      { call: { tool: 'close_ticket', input: { ticket: 4410 } } },
    ],
    attachments: { mcp_server_ids: [7] },
  });
  await until(stream, 'message.delta', 10 * SECOND);
  await until(stream, 'message.step', 10 * SECOND);
  await until(stream, 'message.action_required', 14 * SECOND);

  expect(typesOf(stream)).not.toContain('ping');
  await server.clock.advance(1 * SECOND);
  expect((await stream.next()).type).toBe('ping');
  await cancel(stream);
});

states('S6-13', 'concurrent silent streams each get their pings', async () => {
  const main = server.as('main');
  const streams = await Promise.all([1, 2, 3].map(() => main.stream({ script: [{ hang: true }] })));
  for (const stream of streams) await stream.until('message.start');
  await server.clock.advance(15 * SECOND);

  for (const stream of streams) {
    expect((await stream.next()).type).toBe('ping');
    await cancel(stream);
  }
});

states('S6-14 S6-20', 'after the terminal event there is no ping', async () => {
  const stream = await server.as('main').stream({ content: 'Hello' });
  await stream.until('message.completed');
  await server.clock.advance(60 * SECOND);

  expect(await stream.next()).toBeUndefined();
});

async function cancel(stream: TestStream): Promise<void> {
  await server.as('main').act(stream.chatId, 'cancel', {});
  await stream.rest();
}

/** Reads up to an event and then advances the clock. */
async function until(stream: TestStream, type: StreamEvent['type'], duration: number): Promise<void> {
  await stream.until(type);
  await server.clock.advance(duration);
}

function typesOf({ events }: { readonly events: readonly { readonly type: string }[] }): string[] {
  return events.map(({ type }) => type);
}
