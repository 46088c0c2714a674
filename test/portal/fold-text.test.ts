import { describe, expect, it } from 'vitest';
import { readBody } from '../../portal/elements/player/read-body.ts';
import { foldText, laneOf, timesWithout } from '../../portal/elements/player/timeline.ts';

describe('the timeline', () => {
  it.each([
    ['message.delta', '{"text":"b","replace":false}', 'ab'],
    ['message.delta', '{"text":"b","replace":true}', 'b'],
    ['message.completed', '{"content":"c"}', 'c'],
    ['message.step', '{"text":"b"}', 'a'],
    ['message.delta', '{"text":1}', 'a'],
    ['message.delta', 'no JSON', 'a'],
  ])('folds %s %s', (type, data, text) => {
    expect(foldText('a', { type, data })).toBe(text);
  });

  it.each([
    ['message.start', '{}', 'turn'],
    ['message.step', '{"steps":[{"key":"reasoning"}]}', 'steps'],
    ['message.step', '{"steps":[{"key":"agent","agent":{"task_id":"t"}}]}', 'agents'],
    ['ping', '{}', 'pings'],
    ['something.new', '{}', 'turn'],
  ])('has a lane for %s %s', (type, data, lane) => {
    expect(laneOf({ type, data })).toBe(lane);
  });

  it('puts a ping after a silence when the recording has no times', () => {
    expect(timesWithout(['message.start', 'message.delta', 'ping'])).toEqual([0, 400, 15_400]);
  });

  it('keeps the times of a recording, and the events that there is room for', () => {
    const bytes = new TextEncoder().encode('event: ping\ndata: {}\n\n');
    const chunks = [500, 700, 900].map((at) => ({ bytes, at }));
    const { events, isTimed, left } = readBody(chunks, 2);
    expect(events.map(({ index, at }) => [index, at])).toEqual([
      [0, 0],
      [1, 200],
    ]);
    expect({ isTimed, left }).toEqual({ isTimed: true, left: 1 });
  });
});
