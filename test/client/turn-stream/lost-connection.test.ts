import { describe, expect, it } from 'vitest';
import type { StreamOptions, TurnEvent } from '../../../src/client/index.ts';
import { collect, foldDeltas, inShort } from '../harness/collect.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { failure, inProgress, type Reply, scriptService, unreachable } from '../harness/service.ts';
import {
  bytesOf,
  CHAT,
  cancelled,
  completed,
  delta,
  type Ending,
  error,
  ping,
  REQUEST,
  start,
  step,
  stream,
} from '../harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?' };
const OTHER_CHAT = '00000000-0000-4000-8000-000000000000';
const first = start + step + delta('At ') + ping + delta('10:00');

/** Reads a turn from a service that gives these replies to the request and its retries. */
async function read(replies: readonly Reply[], options: StreamOptions = {}) {
  const service = scriptService(replies);
  const turn = service.client.turns.stream(CHAT, TURN, options);
  return { ...(await collect(service, turn)), turn, sent: service.sent };
}

const terminalsIn = (events: readonly TurnEvent[]) =>
  events.filter(({ type }) => ['message.completed', 'message.cancelled', 'message.error'].includes(type));

describe('after a lost connection', () => {
  const delivered = ['start', 'step', '+At ', '+10:00'];

  it.each<[string, string, readonly string[]]>([
    ['start and end', start + completed('At 10:00'), ['completed']],
    ['the end alone', completed('At 10:00'), ['completed']],
    ['a delta with all', start + delta('At 10:00') + completed('At 10:00'), ['completed']],
    ['everything', `${first}${completed('At 10:00')}`, ['completed']],
    [
      'other pieces of the text',
      start + delta('At 10') + delta(':00') + completed('At 10:00'),
      ['completed'],
    ],
    ['replaced text', start + delta('At 9') + delta('At 10:00', true) + completed('At 10:00'), ['completed']],
    [
      'more text than before',
      start + completed('At 10:00 sharp'),
      ['synthetic =At 10:00 sharp', 'completed'],
    ],
    ['less text than before', start + completed('At'), ['synthetic =At', 'completed']],
    ['another text', start + delta('No.') + completed('No.'), ['synthetic =No.', 'completed']],
    ['nothing', start + completed(''), ['synthetic =', 'completed']],
    ['a cancelled turn', start + cancelled('At 10:00'), ['cancelled']],
    ['a cancelled turn with more', cancelled('At 10:00 s'), ['synthetic =At 10:00 s', 'cancelled']],
    ['a failure', start + error, ['error']],
    ['two ends', start + completed('At 10:00') + completed('Late'), ['completed']],
  ])('a replay with %s delivers the rest', async (_, replay, rest) => {
    for (const ending of ['ends', 'breaks'] as const) {
      const { events, failure: thrown, turn, sent } = await read([stream(first, ending), stream(replay)]);
      expect([inShort(events), thrown]).toEqual([[...delivered, ...rest], undefined]);
      expect(terminalsIn(events)).toHaveLength(1);
      if (!rest.includes('error')) {
        expect(foldDeltas(events)).toBe(await turn.text());
        expect(turn.content).toBe(await turn.text());
      }
      const [original, repeat] = sent.map(({ url, body, headers }) => [url, body, ...headers]);
      expect(repeat).toEqual(original);
    }
  });

  it.each<[string, string]>([
    ['has another message', start + completed('At 10:00', 8)],
    [
      'begins with another message',
      start.replace('"message_id":7', '"message_id":8') + completed('At 10:00'),
    ],
    ['is of another chat', start + completed('At 10:00', 7, OTHER_CHAT)],
    ['fails for another message', start.replace('"message_id":7', '"message_id":8') + error],
  ])('a replay that %s is rejected', async (_, replay) => {
    const { events, failure: thrown, turn, sent } = await read([stream(first), stream(replay)]);
    expect(inShort(events)).toEqual(delivered);
    expect(thrown).toMatchObject({ kind: 'invalid-response', requestId: REQUEST });
    await expect(turn.final()).rejects.toBe(thrown);
    expect(sent).toHaveLength(2);
  });

  // The contract sets no maximum time for a streamed turn.
  it('the client waits as long as the turn runs', async () => {
    const busy = Array.from({ length: 1000 }, () => inProgress);
    const { events, sent } = await read([stream(first, 'breaks'), ...busy, stream(completed('At 10:00'))]);
    expect(inShort(events)).toEqual([...delivered, 'completed']);
    expect(sent).toHaveLength(1002);
  });

  it('the client waits while streams report only that the turn is running', async () => {
    const busy = stream(
      `${start.replace('"message_id":7', '"message_id":1')}event: message.error\ndata: {"code":"api_v1_turn_in_progress"}\n\n`,
    );
    const { events } = await read([stream(first), busy, busy, stream(start + completed('At 10:00'))]);
    expect(inShort(events)).toEqual([...delivered, 'completed']);
    const { events: fresh } = await read([busy, stream(start + completed('At 10:00'))]);
    expect(inShort(fresh)).toEqual(['start', 'start', 'synthetic =At 10:00', 'completed']);
  });

  it('the client gives up on a turn that never ends after `totalTimeout`', async () => {
    const busy = Array.from({ length: 1000 }, () => inProgress);
    const { events, failure: thrown } = await read([stream(first), ...busy], { totalTimeout: 2_100_000 });
    expect(inShort(events)).toEqual(delivered);
    expect(thrown).toMatchObject({ kind: 'turn-in-progress' });
  });

  it('the client survives further losses', async () => {
    const { events } = await read([
      stream(first, 'breaks'),
      unreachable,
      stream(start, 'breaks'),
      stream(start + delta('At 10:00')),
      stream(start + completed('At 10:00')),
    ]);
    expect(inShort(events)).toEqual([...delivered, 'completed']);
  });

  it('the client gives up after five lost connections', async () => {
    const lost = Array.from({ length: 5 }, () => stream(first));
    const { events, failure: thrown, sent } = await read(lost);
    expect([inShort(events), sent.length]).toEqual([delivered, 5]);
    expect(thrown).toMatchObject({ kind: 'stream-truncated', requestId: REQUEST });
  });

  it('the client throws when the service refuses the retry', async () => {
    const { events, failure: thrown } = await read([stream(first), failure(409, 'api_v1_chat_busy')]);
    expect(inShort(events)).toEqual(delivered);
    expect(thrown).toMatchObject({ kind: 'chat-busy', status: 409 });
  });
});

it.each<[string, Reply]>([
  ['did not open', unreachable],
  ['was empty', stream('')],
  ['only pinged', stream(ping + ping, 'breaks')],
  ['carried half an event', stream('event: message.st', 'breaks')],
])('a connection that was lost before the first event leaves no trace: it %s', async (_, reply) => {
  const { events } = await read([reply, stream(first + completed('At 10:00'))]);
  expect(inShort(events)).toEqual(['start', 'step', '+At ', '+10:00', 'completed']);
});

it.each<[string, Reply]>([
  ['met a running turn', inProgress],
  ['did not arrive', unreachable],
])(
  'a retry that delivers the first event yields the whole text as a delta when it has no deltas: the first send %s',
  async (_, reply) => {
    const { events } = await read([reply, stream(start + completed('At 10:00'))]);
    expect(inShort(events)).toEqual(['start', 'synthetic =At 10:00', 'completed']);
  },
);

describe('a turn whose connection is lost at any byte', () => {
  const whole = bytesOf(
    start + step + delta('At 東') + ping + delta('10') + delta('At 10:00', true) + completed('At 10:00'),
  );
  const replays: readonly [string, string][] = [
    ['start and end', start + completed('At 10:00')],
    ['everything', new TextDecoder().decode(whole)],
    ['the end alone', completed('At 10:00')],
  ];

  it.each(
    replays.flatMap(([name, replay]) =>
      (['ends', 'breaks'] as const).map((how) => [how, name, replay] as const),
    ),
  )(
    'is delivered once and completely: the stream %s, and the replay has %s',
    async (how: Ending, _, replay) => {
      for (let at = 0; at < whole.length - 1; at += 1) {
        const {
          events,
          failure: thrown,
          turn,
        } = await read([stream([whole.slice(0, at)], how), stream(replay)]);
        expect([thrown, at]).toEqual([undefined, at]);
        expect(terminalsIn(events)).toHaveLength(1);
        expect(inShort(events).at(-1)).toBe('completed');
        expect(inShort(events).filter((each) => each === 'start').length).toBeLessThan(2);
        expect(turn.content).toBe('At 10:00');
        expect(foldDeltas(events)).toBe('At 10:00');
      }
    },
  );
});
