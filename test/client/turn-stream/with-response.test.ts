import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { failure, mute, scriptService } from '../harness/service.ts';
import { CHAT, completed, delta, LiveStream, REQUEST, start, stream } from '../harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?' };
const whole = start + delta('At ten.') + completed('At ten.');

describe('withResponse of a stream', () => {
  it('opens the stream, and returns its head, its request id and the stream with all events', async () => {
    const live = new LiveStream();
    const { client, sent } = scriptService([live.reply]);
    const opening = client.turns.stream(CHAT, TURN).withResponse();
    await setImmediate();
    expect(sent).toHaveLength(1);
    live.send(start);
    const { data: turn, response, requestId } = await opening;
    expect([response.status, response.headers.get('content-type'), requestId]).toEqual([
      200,
      'text/event-stream',
      REQUEST,
    ]);
    live.send(delta('At ten.') + completed('At ten.'));
    const types: string[] = [];
    for await (const { type } of turn) types.push(type);
    expect(types).toEqual(['message.start', 'message.delta', 'message.completed']);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('may be called %s the stream is read', async (_, isFirst) => {
    const { client, sent } = scriptService([stream(whole)]);
    const turn = client.turns.stream(CHAT, TURN);
    const calls = [() => turn.withResponse(), () => turn.final()];
    const results = await Promise.all((isFirst ? calls : calls.reverse()).map((call) => call()));
    expect(results).toContainEqual(expect.objectContaining({ requestId: REQUEST }));
    expect(results).toContainEqual(expect.objectContaining({ content: 'At ten.' }));
    expect((await turn.withResponse()).data).toBe(turn);
    expect(sent).toHaveLength(1);
  });

  it('fails as reading does, which then fails too', async () => {
    const { client, sent } = scriptService([failure(404, 'api_v1_not_found')]);
    const turn = client.turns.stream(CHAT, TURN);
    await expect(turn.withResponse()).rejects.toMatchObject({ kind: 'not-found' });
    await expect(turn.text()).rejects.toMatchObject({ kind: 'not-found' });
    expect(sent).toHaveLength(1);
  });

  it.each(['close', 'return'] as const)('ends when a silent stream is left with %s', async (way) => {
    const { client, sent, clock } = scriptService([mute]);
    const turn = client.turns.stream(CHAT, TURN);
    const opening = turn.withResponse().catch(({ kind }) => kind);
    await setImmediate();
    await (way === 'close' ? turn.close() : turn[Symbol.asyncIterator]().return?.());
    expect(await opening).toBe('stream-closed');
    expect([sent[0]?.signal.aborted, clock.pending]).toEqual([true, 0]);
  });

  it('has the head of the connection that brought the first event', async () => {
    const { client, sent, settle } = scriptService([
      failure(503, 'api_v1_agents_unavailable'),
      stream(whole),
    ]);
    const { response } = await settle(client.turns.stream(CHAT, TURN).withResponse());
    expect([response.status, sent.length]).toEqual([200, 2]);
  });
});
