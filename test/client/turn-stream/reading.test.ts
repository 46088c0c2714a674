import { describe, expect, it } from 'vitest';
import type { UnknownEvent } from '../../../src/client/index.ts';
import { FRAMING } from '../../streams/framing.ts';
import { collect, inShort } from '../harness/collect.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { scriptService } from '../harness/service.ts';
import {
  bytesOf,
  CHAT,
  cancelled,
  completed,
  delta,
  error,
  LiveStream,
  MESSAGE,
  ping,
  REQUEST,
  start,
  step,
  stream,
} from '../harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?' };
const whole =
  start +
  step +
  delta('At ') +
  ping +
  delta('10:') +
  delta('At 10:00', true) +
  delta('.') +
  completed('At 10:00.');
const yielded = ['start', 'step', '+At ', '+10:', '=At 10:00', '+.', 'completed'];

/** Reads the bytes as one stream. */
async function read(pieces: string | readonly (string | Uint8Array)[], options: object = {}) {
  const service = scriptService([stream(pieces)]);
  const turn = service.client.turns.stream(CHAT, TURN, options);
  return { turn, ...(await collect(service, turn)) };
}

describe('a stream', () => {
  it('yields each event in the form of the contract', async () => {
    const { events, failure } = await read(start + delta('Hi') + completed('Hi'));
    expect(failure).toBeUndefined();
    expect(events).toEqual([
      { type: 'message.start', data: { chat_id: CHAT, message_id: MESSAGE, request_id: REQUEST } },
      { type: 'message.delta', data: { text: 'Hi', replace: false } },
      { type: 'message.completed', data: expect.objectContaining({ id: MESSAGE, content: 'Hi' }) },
    ]);
  });

  it('appends its deltas, and starts over at a replacing delta', async () => {
    const live = new LiveStream();
    const { client, settle } = scriptService([live.reply]);
    const turn = client.turns.stream(CHAT, TURN);
    live.send(whole);
    const contents: string[] = [];
    const reading = (async () => {
      for await (const { type } of turn) if (type === 'message.delta') contents.push(turn.content);
    })();
    await settle(reading);
    expect(contents).toEqual(['At ', 'At 10:', 'At 10:00', 'At 10:00.']);
  });

  it('yields events as they arrive, not only at its end', async () => {
    const live = new LiveStream();
    const { client, settle } = scriptService([live.reply]);
    const events = client.turns.stream(CHAT, TURN)[Symbol.asyncIterator]();
    live.send(start);
    expect(await settle(events.next())).toMatchObject({ value: { type: 'message.start' } });
    live.send(delta('At '));
    expect(await settle(events.next())).toMatchObject({ value: { data: { text: 'At ' } } });
    live.send(completed('At '));
    await settle(events.next());
    expect(await settle(events.next())).toEqual({ done: true, value: undefined });
  });

  it.each([
    ['completed', completed('Yes.')],
    ['cancelled', cancelled('Yes.')],
  ])('that is %s returns its message from final, and its content from text', async (_, end) => {
    const service = scriptService([stream(start + end), stream(start + end)]);
    const message = { id: MESSAGE, content: 'Yes.' };
    expect(await service.settle(service.client.turns.stream(CHAT, TURN).final())).toMatchObject(message);
    expect(await service.settle(service.client.turns.stream(CHAT, TURN).text())).toBe('Yes.');
  });

  it('that failed yields its failure, which only final and text throw', async () => {
    const { turn, events, failure } = await read(start + delta('At ') + error);
    expect([inShort(events), failure]).toEqual([['start', '+At ', 'error'], undefined]);
    await expect(turn.final()).rejects.toMatchObject({ kind: 'turn-failed', channel: 'stream' });
    await expect(turn.text()).rejects.toMatchObject({ kind: 'turn-failed', channel: 'stream' });
  });

  it.each([
    ['less', ['At 1']],
    ['more', ['At 10:00.', ' Sharp']],
    ['as much text that differs at its start', ['At 9', ':000.']],
    ['as much text that differs at its end', ['At 10', ':00!']],
  ])('has the content of its terminal event when the deltas add up to %s', async (_, deltas) => {
    const { turn, events } = await read(
      start + deltas.map((text) => delta(text)).join('') + completed('At 10:00.'),
    );
    expect([inShort(events), turn.content]).toEqual([
      ['start', ...deltas.map((text) => `+${text}`), 'synthetic =At 10:00.', 'completed'],
      'At 10:00.',
    ]);
  });

  it('adds no delta of its own when the deltas add up, even after one that replaces the text', async () => {
    const { turn, events } = await read(
      start + delta('Wait') + delta('At ', true) + delta('10.') + completed('At 10.'),
    );
    expect([inShort(events), turn.content]).toEqual([
      ['start', '+Wait', '=At ', '+10.', 'completed'],
      'At 10.',
    ]);
  });

  it('ends with its terminal event, and reads nothing after it', async () => {
    const { turn, events } = await read(
      start + delta('First.') + completed('First.') + completed('Second.') + delta('Late') + error,
    );
    expect(inShort(events)).toEqual(['start', '+First.', 'completed']);
    expect(await turn.text()).toBe('First.');
  });

  it('may begin with any event', async () => {
    const { events } = await read(ping + step + delta('A') + start + completed('A'));
    expect(inShort(events)).toEqual(['step', '+A', 'start', 'completed']);
  });

  it('yields message.start once, even if it arrives twice', async () => {
    const { events } = await read(start + start + delta('A') + completed('A'));
    expect(inShort(events)).toEqual(['start', '+A', 'completed']);
  });

  it('yields pings on request', async () => {
    const { events } = await read(start + ping + completed(''), { pings: true });
    expect(inShort(events)).toEqual(['start', 'ping', 'completed']);
    expect(events[1]?.data).toEqual({ ts: 1767225600.5 });
  });
});

describe('an event with an unknown name', () => {
  const odd = `event: message.note\ndata: {"a":1}\n\nevent: constructor\ndata: no JSON\n\ndata: {}\n\n`;

  it('is passed to onUnknownEvent unchanged', async () => {
    const unknown: UnknownEvent[] = [];
    const onUnknownEvent = (event: UnknownEvent) => void unknown.push(event);
    const { events } = await read(start + odd + completed(''), { onUnknownEvent });
    expect(inShort(events)).toEqual(['start', 'completed']);
    expect(unknown).toEqual([
      { type: 'message.note', data: { a: 1 } },
      { type: 'constructor', data: 'no JSON' },
      { type: 'message', data: {} },
    ]);
  });

  it('is skipped when there is no onUnknownEvent', async () => {
    expect(inShort((await read(start + odd + completed(''))).events)).toEqual(['start', 'completed']);
  });

  it('ends the stream when onUnknownEvent throws', async () => {
    const broken = new Error('mine');
    const onUnknownEvent = () => {
      throw broken;
    };
    const { turn, failure } = await read(start + odd + completed(''), { onUnknownEvent });
    expect(failure).toBe(broken);
    await expect(turn.final()).rejects.toBe(broken);
  });
});

describe('bytes', () => {
  const odd = `\uFEFF: hello\n\n${whole}`
    .replace('event: message.step\n', 'id: 5\nevent: message.step\n: within\nretry: 10\n')
    .replaceAll('data: {"text"', 'data: {\ndata:"text"');

  it.each([
    ['as they are', odd],
    ['with CRLF', odd.replaceAll('\n', '\r\n')],
    ['with CR', odd.replaceAll('\n', '\r')],
    ['with text beyond ASCII', whole.replaceAll('At', '東🗼')],
  ])('%s may be split anywhere', async (name, text) => {
    const bytes = bytesOf(text);
    const expected = name.includes('beyond') ? yielded.map((each) => each.replaceAll('At', '東🗼')) : yielded;
    for (let at = 1; at < bytes.length; at++) {
      const { events, failure } = await read([bytes.slice(0, at), bytes.slice(at)]);
      expect([inShort(events), failure, at]).toEqual([expected, undefined, at]);
    }
  });

  it('may arrive one by one', async () => {
    const { events } = await read([...bytesOf(odd)].map((byte) => Uint8Array.of(byte)));
    expect(inShort(events)).toEqual(yielded);
  });

  it.each(FRAMING.map((framing) => [framing.name, framing] as const))(
    'are read as the standard requires: %s',
    async (_, { bytes, events }) => {
      const unknown: UnknownEvent[] = [];
      const onUnknownEvent = (event: UnknownEvent) => void unknown.push(event);
      const service = scriptService([stream([bytes])], { maxRetries: 0 });
      await collect(service, service.client.turns.stream(CHAT, TURN, { onUnknownEvent }));
      const expected = events.map(([type, data]) => [type || 'message', data]);
      const asText = (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data));
      expect(unknown.map(({ type, data }) => [type, asText(data)])).toEqual(expected);
    },
  );
});
