import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import type { FaultName } from '../../../src/reference/faults/names.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestStream, Turn } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Unexpected errors are collected here instead of being printed. */
let report: MockInstance;
beforeEach(() => {
  report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => report.mockRestore());

states(
  'S6-69 S6-70',
  'a turn that does not end is cut by the deadline, and the error has no details',
  async () => {
    const stream = await server.as('main').stream({ script: [{ say: 'Let me think. ' }, { hang: true }] });
    await stream.until('message.delta');
    await server.clock.advance(30 * MINUTE);
    const { type, data } = await stream.rest();

    expect(type).toBe('message.error');
    expect(data).toMatchObject({ code: 'turn_timeout', retryable: false });
    expect(data).not.toHaveProperty('details');
  },
);

states('S6-69', 'a turn that waits for an answer or a task is cut too', async () => {
  const main = server.as('main');
  const script: Act[] = [
    { delegate: [{ agent: 21, task: 'Count.', script: [{ say: 'One' }, { hang: true }] }] },
  ];
  const stream = await main.stream({ script, attachments: { agent_ids: [21] } });
  await stream.until('message.step');
  await server.clock.advance(30 * MINUTE);

  expect((await stream.rest()).data.code).toBe('turn_timeout');
  // The chat is free again.
  expect((await main.send({ content: 'Hello' }, { chatId: stream.chatId })).status).toBe(200);
});

states('S6-71 S6-73 S6-84 S6-85', 'an outage of the provider is an upstream_error with details', async () => {
  const { data } = await fail({ script: [{ say: 'We open at ' }, { fail: 'outage' }] });

  expect(data).toMatchObject({ code: 'upstream_error', retryable: false });
  expect(data.details).toMatchObject({ failure_kind: 'stream_interrupted', operation_outcome: 'unknown' });
});

states('S6-71 S6-73', 'a provider that declines is an upstream_error too', async () => {
  const { data } = await fail({ script: [{ fail: 'refusal' }] });

  expect(data).toMatchObject({ code: 'upstream_error', retryable: false });
});

states('S6-71', 'a failed task does not fail the turn', async () => {
  const script: Act[] = [
    { delegate: [{ agent: 21, task: 'Count.', script: [{ fail: 'outage' }] }] },
    { say: 'Nobody could count.' },
  ];
  const stream = await server.as('main').stream({ script, attachments: { agent_ids: [21] } });

  expect((await stream.rest()).type).toBe('message.completed');
});

states('S6-74', 'persistence_failed: the turn finished, and its save is not confirmed', async () => {
  const stream = await server.as('main').stream({ script: [{ say: 'At 10:00.' }] }, withFault('persistence'));
  const { type, data } = await stream.rest();

  expect([type, data.code]).toEqual(['message.error', 'persistence_failed']);
  expect(stream.events.map(({ type }) => type)).toContain('message.delta');
});

states('S6-76', 'outcome_unknown: the close failed, and it is unknown what was stored', async () => {
  const { type, data } = await fail({ content: 'Hello' }, withFault('outcome_unknown'));

  expect([type, data.code]).toEqual(['message.error', 'outcome_unknown']);
  expect(report).toHaveBeenCalledOnce();
});

states('S6-77', 'recovery settles an unknown outcome, which the same key then returns', async () => {
  const main = server.as('main');
  const turn = { script: [{ say: 'At 10:00.' }] as const };
  for (const fault of ['outcome_unknown', 'persistence'] as const) {
    const stream = await main.stream(turn, withFault(fault));
    await stream.rest();
    await server.clock.advance(1 * MINUTE);
    const { type, data } = await (await main.stream(turn, stream.repeat)).rest();

    expect([type, data.content]).toEqual(['message.completed', 'At 10:00.']);
    expect(data.id).toBe(stream.events[0].data.message_id);
    expect(await main.history(stream.chatId)).toMatchObject([{ status: 'completed', content: 'At 10:00.' }]);
  }
});

states('S6-77', 'recovery settles a cancelled turn as cancelled and a failed turn as failed', async () => {
  const main = server.as('main');
  const failing = { script: [{ fail: 'outage' }] as const };
  const failed = await main.stream(failing, withFault('outcome_unknown'));
  const hanging = { script: [{ say: 'One moment. ' }, { hang: true }] as const };
  const cancelled = await main.stream(hanging, withFault('outcome_unknown'));
  await cancelled.until('message.delta');
  await main.act(cancelled.chatId, 'cancel', {});
  for (const stream of [failed, cancelled]) expect((await stream.rest()).data.code).toBe('outcome_unknown');
  await server.clock.advance(1 * MINUTE);
  const ends = [
    await (await main.stream(failing, failed.repeat)).rest(),
    await (await main.stream(hanging, cancelled.repeat)).rest(),
  ];

  expect(ends).toMatchObject([
    { type: 'message.error', data: { code: 'upstream_error' } },
    { type: 'message.cancelled', data: { content: 'One moment. ' } },
  ]);
});

states(
  'S6-78',
  'idempotency_outcome_unknown: another execution closed the turn, and the key has its outcome',
  async () => {
    const main = server.as('main');
    const turn = { script: [{ say: 'At 10:00.' }] as const };
    const stream = await main.stream(turn, withFault('idempotency_outcome_unknown'));
    const { type, data } = await stream.rest();
    const replay = await (await main.stream(turn, stream.repeat)).rest();

    expect([type, data.code]).toEqual(['message.error', 'idempotency_outcome_unknown']);
    expect(replay).toMatchObject({ type: 'message.completed', data: { content: 'At 10:00.' } });
  },
);

states(
  'S6-80 S6-81',
  'after a retryable error a new key works, and the same key returns the error again',
  async () => {
    const main = server.as('main');
    const turn = { script: [{ say: 'At 10:00.' }] as const };
    const stream = await main.stream(turn, withFault('pre_dispatch_error'));
    const first = await stream.rest();
    const same = await (await main.stream(turn, stream.repeat)).rest();
    const fresh = await (await main.stream(turn, { chatId: stream.chatId })).rest();

    expect(first).toMatchObject({ type: 'message.error', data: { retryable: true } });
    expect(same).toEqual(first);
    expect(fresh).toMatchObject({ type: 'message.completed', data: { content: 'At 10:00.' } });
  },
);

states('S6-81', 'the same key replays an error without running the turn again', async () => {
  const main = server.as('main');
  const scripts: Act[][] = [
    [{ say: 'We open at ' }, { fail: 'outage' }],
    [{ fail: 'refusal' }],
    [{ fail: 'unreachable' }],
  ];
  for (const script of scripts) {
    const stream = await main.stream({ script });
    const first = await stream.rest();
    const replay = await main.stream({ script }, stream.repeat);

    expect(await replay.rest()).toEqual(first);
    expect(replay.events).toHaveLength(2);
    expect(await main.history(stream.chatId)).toHaveLength(1);
  }
});

states('S6-82', 'once something was dispatched, no error is retryable', async () => {
  const say: Act = { say: 'One moment. ' };
  const call: Act = { call: { tool: 'find_tickets' } };
  const ends: (readonly [Turn, FaultName?])[] = [
    [{ script: [say, { fail: 'outage' }] }],
    [{ script: [{ fail: 'refusal' }] }],
    // A provider that becomes unreachable does not undo earlier text or the effects of tools.
    [{ script: [say, { fail: 'unreachable' }] }],
    [{ script: [call, { fail: 'unreachable' }], attachments: { mcp_server_ids: [7] } }],
    [
      {
        script: [{ delegate: [{ agent: 21, task: 'Count.' }] }, { fail: 'unreachable' }],
        attachments: { agent_ids: [21] },
      },
    ],
    [{ script: [say] }, 'persistence'],
    [{ script: [say] }, 'outcome_unknown'],
    [{ script: [say] }, 'idempotency_outcome_unknown'],
  ];
  for (const [turn, fault] of ends) {
    const { type, data } = await fail(turn, fault && withFault(fault));
    expect([type, data.retryable]).toEqual(['message.error', false]);
  }
});

states('S6-84', 'an outage has details, whether or not something was dispatched', async () => {
  const outages: Act[] = [{ fail: 'outage' }, { fail: 'unreachable' }];
  for (const act of outages) {
    const { data } = await fail({ script: [act] });
    expect(data.details).toMatchObject({ dependency: 'model_provider', retryable: data.retryable });
  }
});

function withFault(fault: FaultName) {
  return { headers: { 'x-reference-fault': fault } };
}

/** Runs a turn to its end. */
async function fail(turn: Turn, options?: Parameters<ReturnType<typeof server.as>['stream']>[1]) {
  const stream: TestStream = await server.as('main').stream(turn, options);
  return stream.rest();
}
