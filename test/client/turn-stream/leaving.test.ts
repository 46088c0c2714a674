import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { collect } from '../harness/collect.ts';
import { openTurn, readOn } from '../harness/open-turn.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { mute, scriptService, unreachable } from '../harness/service.ts';
import { CHAT, completed, LiveStream, start } from '../harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?' };
const gone = { kind: 'stream-closed' };

describe('an unread stream', () => {
  it('sends nothing, and leaves no unhandled rejection when it is closed', async () => {
    const { turn, sent, clock } = openTurn();
    await setImmediate();
    turn.close();
    await setImmediate();
    expect([sent, clock.pending]).toEqual([[], 0]);
    await expect(turn.final()).rejects.toMatchObject(gone);
  });

  it('already has its key', () => {
    const { client } = scriptService([]);
    expect(client.turns.stream(CHAT, TURN).idempotencyKey).toMatch(/^[\da-f]{32}$/);
    expect(client.turns.stream(CHAT, TURN, { idempotencyKey: 'mine' }).idempotencyKey).toBe('mine');
    expect(client.turns.stream(CHAT, TURN).chatId).toBe(CHAT);
  });
});

describe('leaving the loop', () => {
  it('closes the connection and cancels nothing', async () => {
    const { turn, live, sent, settle, clock } = openTurn();
    const reading = (async () => {
      for await (const { type } of turn) if (type === 'message.delta') break;
    })();
    await settle(reading);
    expect([live.isClosed, sent.length, clock.pending]).toEqual([true, 1, 0]);
    await expect(turn.final()).rejects.toMatchObject({ ...gone, idempotencyKey: turn.idempotencyKey });
  });

  it('after the terminal event keeps the outcome', async () => {
    const { turn, live, settle } = openTurn();
    live.send(completed('At 10.'));
    const reading = (async () => {
      for await (const { type } of turn) if (type === 'message.completed') break;
    })();
    await settle(reading);
    expect(await turn.text()).toBe('At 10.');
    expect(live.isClosed).toBe(true);
  });
});

describe('close', () => {
  it('ends a pending read', async () => {
    const opened = openTurn();
    const { waiting } = await readOn(opened);
    opened.turn.close();
    expect(await opened.settle(waiting)).toEqual({ thrown: expect.objectContaining(gone) });
    expect([opened.live.isClosed, opened.sent.length, opened.clock.pending]).toEqual([true, 1, 0]);
    await expect(opened.turn.final()).rejects.toMatchObject(gone);
  });

  it('ends a pending final', async () => {
    const { turn, settle } = openTurn();
    const final = turn.final().catch((reason: unknown) => reason);
    await setImmediate();
    turn.close();
    expect(await settle(final)).toMatchObject(gone);
  });

  it('ends a final during an iteration that never begins', async () => {
    const { turn, live, settle } = openTurn();
    turn[Symbol.asyncIterator]();
    const final = turn.final().catch((reason: unknown) => reason);
    await setImmediate();
    turn.close();
    expect(await settle(final)).toMatchObject(gone);
    expect(live.isClosed).toBe(true);
  });

  it('does nothing the second time or after the end', async () => {
    const { turn, live, service } = openTurn();
    live.send(completed('At 10.'));
    await collect(service, turn);
    turn.close();
    turn.close();
    expect(await turn.text()).toBe('At 10.');
  });
});

describe('a signal', () => {
  it('that was aborted beforehand sends nothing', async () => {
    const { service, turn, sent } = openTurn({ signal: AbortSignal.abort('never') });
    expect(await collect(service, turn)).toEqual({ events: [], failure: 'never' });
    expect(sent.filter(({ signal }) => !signal.aborted)).toEqual([]);
    await expect(turn.final()).rejects.toBe('never');
  });

  it('that is aborted while the stream opens aborts the request', async () => {
    const controller = new AbortController();
    const { client, clock, sent } = scriptService([mute]);
    const final = client.turns.stream(CHAT, TURN, { signal: controller.signal }).final();
    const thrown = final.catch((reason: unknown) => reason);
    await clock.advance(0);
    controller.abort('enough');
    expect(await thrown).toBe('enough');
    expect([sent[0]?.signal.aborted, clock.pending]).toEqual([true, 0]);
  });

  it('that is aborted while it is read closes the connection and cancels nothing', async () => {
    const controller = new AbortController();
    const opened = openTurn({ signal: controller.signal });
    const { waiting, events } = await readOn(opened);
    controller.abort('enough');
    expect(await opened.settle(waiting)).toEqual({ thrown: 'enough' });
    expect([opened.live.isClosed, opened.sent.length, opened.clock.pending]).toEqual([true, 1, 0]);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await expect(opened.turn.final()).rejects.toBe('enough');
  });

  it('that is aborted ends a read, even if the body of the answer ignores it', async () => {
    const controller = new AbortController();
    const live = new LiveStream();
    const { client, clock, settle } = scriptService([
      () => live.reply({ signal: new AbortController().signal }),
    ]);
    live.send(start);
    const events = client.turns.stream(CHAT, TURN, { signal: controller.signal })[Symbol.asyncIterator]();
    await settle(events.next());
    const waiting = events.next().catch((reason: unknown) => reason);
    controller.abort('enough');
    await clock.advance(0);
    expect(live.isClosed).toBe(true);
    expect(await waiting).toBe('enough');
  });

  it('that is aborted between two reads ends the next one', async () => {
    const controller = new AbortController();
    const { turn, settle, live } = openTurn({ signal: controller.signal });
    const events = turn[Symbol.asyncIterator]();
    await settle(events.next());
    await settle(events.next());
    controller.abort('enough');
    await expect(settle(events.next())).rejects.toBe('enough');
    expect(live.isClosed).toBe(true);
  });

  it('that is aborted in a pause prevents the next request', async () => {
    const controller = new AbortController();
    const { client, clock, sent } = scriptService([unreachable]);
    const final = client.turns.stream(CHAT, TURN, { signal: controller.signal }).final();
    const thrown = final.catch((reason: unknown) => reason);
    await clock.advance(100);
    controller.abort('enough');
    expect(await thrown).toBe('enough');
    expect([sent.length, clock.pending]).toEqual([1, 0]);
  });

  it('that is aborted after the end changes nothing', async () => {
    const controller = new AbortController();
    const { turn, live, service } = openTurn({ signal: controller.signal });
    live.send(completed('At 10.'));
    await collect(service, turn);
    controller.abort('late');
    expect(await turn.text()).toBe('At 10.');
  });
});
