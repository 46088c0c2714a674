import { describe, expect, it } from 'vitest';
import { ConversationApiError } from '../../../src/client/index.ts';
import { collect, inShort } from '../harness/collect.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { scriptService } from '../harness/service.ts';
import { CHAT, completed, delta, start, stream } from '../harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?' };

async function read(...pieces: readonly (string | Uint8Array)[]) {
  const service = scriptService([stream(pieces)], { maxRetries: 0 });
  const turn = service.client.turns.stream(CHAT, TURN, { pings: true });
  return { turn, ...(await collect(service, turn)) };
}

const NAMES = [
  'message.start',
  'message.delta',
  'message.step',
  'message.action_required',
  'ping',
  'message.completed',
  'message.cancelled',
  'message.error',
];

/** Data that no event can have as payload. */
const INVALID = ['', 'no JSON', '{', 'null', '1', '"text"', '[]', '[{}]', 'true', '{"__proto__":1', '\u0000'];
const ODD = '{"toString":1,"valueOf":1}';

describe('a payload', () => {
  it.each(NAMES.flatMap((name) => INVALID.map((data) => [name, data] as const)))(
    'of %s that is %j is an invalid response',
    async (name, data) => {
      const { events, failure, turn } = await read(
        start,
        `event: ${name}\ndata: ${data}\n\n`,
        completed('A'),
      );
      expect(inShort(events)).toEqual(['start']);
      expect(failure).toBeInstanceOf(ConversationApiError);
      expect(failure).toMatchObject({
        kind: 'invalid-response',
        message: `${name} does not match the contract`,
        idempotencyKey: turn.idempotencyKey,
      });
      await expect(turn.final()).rejects.toBe(failure);
    },
  );

  it.each([
    ['message.start', '{}'],
    ['message.start', `{"chat_id":"${CHAT}"}`],
    ['message.start', `{"chat_id":"${CHAT}","message_id":null}`],
    ['message.start', `{"chat_id":"${CHAT}","message_id":${ODD}}`],
    ['message.start', `{"chat_id":${ODD},"message_id":7}`],
    ['message.delta', '{}'],
    ['message.delta', '{"text":1}'],
    ['message.delta', `{"text":${ODD}}`],
    ['message.step', '{"steps":{}}'],
    ['message.action_required', '{"kind":"tool_approval"}'],
    ['message.action_required', `{"kind":1,"action_id":"a"}`],
    ['message.action_required', `{"kind":${ODD},"action_id":"a"}`],
    ['message.action_required', `{"kind":"tool_approval","action_id":"a"}`],
    ['message.action_required', `{"kind":"tool_approval","action_id":"a","payload":null}`],
    ['message.action_required', `{"kind":"tool_approval","action_id":"a","payload":{"tools":"b"}}`],
    ['message.action_required', `{"kind":"tool_approval","action_id":"a","payload":{"tools":[null]}}`],
    ['message.completed', '{}'],
    ['message.completed', `{"id":7,"chat_id":"${CHAT}"}`],
    ['message.completed', `{"id":7,"chat_id":"${CHAT}","content":null}`],
    ['message.completed', `{"id":"7","chat_id":"${CHAT}","content":"A"}`],
    ['message.completed', `{"id":${ODD},"chat_id":${ODD},"content":"A"}`],
    ['message.cancelled', `{"id":7,"content":"A"}`],
    ['message.error', '{}'],
    ['message.error', '{"code":5}'],
  ])('of %s without a member that the client relies on is an invalid response: %s', async (name, data) => {
    const { events, failure } = await read(`event: ${name}\ndata: ${data}\n\n`, completed('A'));
    expect([events, (failure as ConversationApiError).kind]).toEqual([[], 'invalid-response']);
  });

  it.each([
    ['another message', start + completed('A', 8)],
    ['another chat', completed('A', 7, '00000000-0000-4000-8000-000000000000')],
    ['two turns', start + start.replace('"message_id":7', '"message_id":8') + completed('A')],
  ])('of %s is an invalid response', async (_, text) => {
    const { events, failure, turn } = await read(text);
    expect(inShort(events)).not.toContain('completed');
    expect(failure).toMatchObject({
      kind: 'invalid-response',
      message: 'the stream belongs to another turn',
    });
    await expect(turn.final()).rejects.toBe(failure);
  });

  it('of another turn ends the stream before any of its events is yielded', async () => {
    const other = start.replace('"message_id":7', '"message_id":8');
    const { events } = await read(start, other + delta('Not ours.') + completed('Not ours.', 8));
    expect(inShort(events)).toEqual(['start']);
  });

  it('with additional members, or without members that the client does not need, is accepted', async () => {
    const { events, failure } = await read(
      `event: message.start\ndata: {"chat_id":"${CHAT}","message_id":7,"shard":3}\n\n`,
      'event: message.delta\ndata: {"text":"A"}\n\n',
      'event: message.action_required\ndata: {"kind":"of_tomorrow","action_id":"a"}\n\n',
      'event: message.step\ndata: {"steps":[null,1]}\n\n',
      'event: ping\ndata: {}\n\n',
      `event: message.completed\ndata: {"id":7,"chat_id":"${CHAT}","content":"A","mood":"good"}\n\n`,
    );
    expect(failure).toBeUndefined();
    expect(inShort(events)).toEqual(['start', '+A', 'action_required', 'step', 'ping', 'completed']);
    expect(events[0]?.data).toEqual({ chat_id: CHAT, message_id: 7, shard: 3 });
  });

  it('cannot change the prototype of the error that the client makes from it', async () => {
    const { turn } = await read(
      start,
      `event: message.error\ndata: {"code":"x","__proto__":{"kind":"y"}}\n\n`,
    );
    const failure: unknown = await turn.final().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConversationApiError);
    expect(failure).toMatchObject({ kind: 'unknown' });
    expect(({} as { kind?: unknown }).kind).toBeUndefined();
  });
});

describe('bytes', () => {
  it('that are not UTF-8 become replacement characters', async () => {
    const [head, tail] = 'event: message.delta\ndata: {"text":"A|B"}\n\n'.split('|') as [string, string];
    const { events, failure } = await read(
      start,
      head,
      Uint8Array.of(0xff, 0xc3),
      tail,
      completed('A\uFFFD\uFFFDB'),
    );
    expect([inShort(events), failure]).toEqual([['start', '+A\uFFFD\uFFFDB', 'completed'], undefined]);
  });

  it.each([
    ['one line', 'x'],
    ['many lines', `data: ${'x'.repeat(1000)}\n`],
    ['a line that is not a field', 'y'],
  ])('that never end are rejected at 16 MiB: %s', async (_, unit) => {
    const piece = unit.repeat(Math.ceil(2 ** 20 / unit.length));
    const service = scriptService([stream([start, 'data: ', ...Array<string>(17).fill(piece)], 'stays')]);
    const { events, failure } = await collect(service, service.client.turns.stream(CHAT, TURN));
    expect(inShort(events)).toEqual(['start']);
    expect(failure).toMatchObject({
      kind: 'invalid-response',
      message: 'an event of the stream has more than 16 MiB',
    });
    expect(service.sent).toHaveLength(1);
  });

  it('of a large event are read', async () => {
    const text = 'x'.repeat(4 * 2 ** 20);
    const { turn } = await read(start, completed(text));
    expect((await turn.text()).length).toBe(text.length);
  });
});
