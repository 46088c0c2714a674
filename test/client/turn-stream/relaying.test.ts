import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readRelayedTurn } from '../../../src/client/relay.ts';
import { openTurn } from '../harness/open-turn.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { scriptService } from '../harness/service.ts';
import { CHAT, completed, delta, error, start, step, stream } from '../harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?' };
const whole = start + step + delta('At ') + delta('At 10.', true) + completed('At 10.');

describe('listeners', () => {
  it('get the events of their name, whatever reads the stream', async () => {
    const { client, settle } = scriptService([stream(whole)]);
    const seen: unknown[] = [];
    const turn = client.turns
      .stream(CHAT, TURN)
      .on('text', (text, content) => seen.push([text, content]))
      .on('message.step', ({ data }) => seen.push(data.steps.length))
      .on('event', ({ type }) => seen.push(type));
    expect(await settle(turn.text())).toBe('At 10.');
    expect(seen).toEqual([
      'message.start',
      1,
      'message.step',
      ['At ', 'At '],
      'message.delta',
      ['At 10.', 'At 10.'],
      'message.delta',
      'message.completed',
    ]);
  });

  it('that throw end the stream with their error', async () => {
    const { turn, live, settle } = openTurn();
    const own = new Error('mine');
    turn.on('text', () => {
      throw own;
    });
    await expect(settle(turn.final())).rejects.toBe(own);
    expect(live.isClosed).toBe(true);
  });
});

it('texts yields the whole text each time it changes', async () => {
  const { client, settle } = scriptService([stream(whole)]);
  const texts: string[] = [];
  const reading = (async () => {
    for await (const text of client.turns.stream(CHAT, TURN).texts()) texts.push(text);
  })();
  await settle(reading);
  expect(texts).toEqual(['At ', 'At 10.']);
});

describe('a relayed turn', () => {
  /** What a page receives from a server that relays this stream. */
  function relay(bytes: string): ReadableStream<Uint8Array> {
    return scriptService([stream(bytes)], { maxRetries: 0 })
      .client.turns.stream(CHAT, TURN)
      .toReadableStream();
  }

  it('has the same events, text and outcome', async () => {
    const turn = readRelayedTurn(relay(whole));
    const seen: string[] = [];
    for await (const { type } of turn) seen.push(type);
    expect(seen).toEqual([
      'message.start',
      'message.step',
      'message.delta',
      'message.delta',
      'message.completed',
    ]);
    expect(await turn.final()).toMatchObject({ content: 'At 10.', chat_id: CHAT });
  });

  it('fails like the turn', async () => {
    await expect(readRelayedTurn(relay(start + error)).final()).rejects.toMatchObject({
      kind: 'turn-failed',
      channel: 'stream',
    });
  });

  it('fails when the relaying server loses the stream', async () => {
    await expect(readRelayedTurn(relay(start + delta('At '))).final()).rejects.toMatchObject({
      kind: 'stream-truncated',
    });
  });

  it('is not sent before the page reads', async () => {
    const { turn, sent, live, settle } = openTurn();
    const reader = turn.toReadableStream().getReader();
    await setImmediate();
    expect(sent).toEqual([]);
    await settle(reader.read());
    expect(sent).toHaveLength(1);
    await reader.cancel();
    expect(live.isClosed).toBe(true);
  });

  it('is cancelled in its own chat, named by its first event', async () => {
    const cancelled: unknown[] = [];
    const cancelTurn = async (chatId: string) => {
      cancelled.push(chatId);
      return { chat_id: chatId, cancelled: true };
    };
    const turn = readRelayedTurn(relay(whole), { interactions: { cancelTurn } });
    expect([turn.chatId, turn.idempotencyKey]).toEqual(['', '']);
    for await (const { type } of turn) if (type === 'message.start') await turn.cancel();
    expect(cancelled).toEqual([CHAT]);
  });

  const approval = `event: message.action_required\ndata: {"kind":"plan_approval","action_id":"a1","payload":{"plan":{}}}\n\n`;

  it('answers interactions through the server, or reports that it cannot', async () => {
    const answers: unknown[] = [];
    const respondPlan = async (chatId: string, body: object) => {
      answers.push([chatId, body]);
      return { action_id: 'a1', state: 'resolved' as const };
    };
    for await (const event of readRelayedTurn(relay(start + approval + completed('')), {
      interactions: { respondPlan },
    })) {
      if (event.type === 'message.action_required' && event.kind === 'plan_approval') await event.approve();
    }
    expect(answers).toEqual([[CHAT, { action_id: 'a1', action: 'approve' }]]);
    for await (const event of readRelayedTurn(relay(start + approval + completed('')))) {
      if (event.type === 'message.action_required' && event.kind === 'plan_approval')
        await expect(event.approve()).rejects.toThrow('pass `interactions` to readRelayedTurn');
    }
  });
});
