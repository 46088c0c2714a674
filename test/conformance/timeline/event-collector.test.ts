import { describe, expect, it } from 'vitest';
import { EventCollector } from '../../../src/conformance/timeline/event-collector.ts';

const delta = Buffer.from('event: message.delta\ndata: {}\n\n');
const ping = Buffer.from('event: ping\ndata: {}\n\n');
const plenty = { left: 1000, held: 0 };

/** A collector that received these events, one every ten milliseconds. */
function collect(
  count: number,
  room: { first: number; last: number },
  named: number[] = [],
  budget = plenty,
) {
  const collector = new EventCollector({ ...room, data: 100 }, { ...budget }, named);
  for (let index = 0; index < count; index += 1) collector.push(delta, 500 + index * 10);
  const { events, left } = collector.timeline;
  return { kept: events.map(({ index }) => index), left };
}

describe('the collector of events', () => {
  it.each([
    ['the first', collect(10, { first: 3, last: 0 }), [0, 1, 2], 7],
    ['the first and the last', collect(10, { first: 2, last: 3 }), [0, 1, 7, 8, 9], 5],
    ['all if there is room', collect(5, { first: 3, last: 3 }), [0, 1, 2, 3, 4], 0],
    [
      'those that findings name',
      collect(30, { first: 1, last: 1 }, [14]),
      [0, 11, 12, 13, 14, 15, 16, 17, 29],
      21,
    ],
    [
      'no more than fit in total',
      collect(10, { first: 9, last: 1 }, [], { left: 4, held: 0 }),
      [0, 1, 2, 3, 9],
      5,
    ],
  ])('keeps %s', (_, { kept, left }, indices, rest) => {
    expect({ kept, left }).toEqual({ kept: indices, left: rest });
  });

  it('counts time from the first event', () => {
    const collector = new EventCollector({ first: 9, last: 0, data: 9 }, plenty);
    collector.push(delta, 500);
    collector.push(ping, 700.5);
    expect(collector.timeline.isTimed).toBe(true);
    expect(collector.timeline.events.map(({ at }) => at)).toEqual([0, 200.5]);
  });

  it('spaces events evenly if one has no time, and places a ping after a silence', () => {
    const collector = new EventCollector({ first: 9, last: 0, data: 9 }, plenty);
    collector.push(delta, 500);
    collector.push(delta);
    collector.push(ping, 700);
    expect(collector.timeline.isTimed).toBe(false);
    expect(collector.timeline.events.map(({ at }) => at)).toEqual([0, 400, 15_400]);
  });

  it('drops a stream whose unfinished events would take too much memory', () => {
    const budget = { left: 1000, held: 0 };
    const [first, second, third] = Array.from(
      { length: 3 },
      () => new EventCollector({ first: 9, last: 0, data: 9 }, budget),
    );
    const unfinished = Buffer.from(`data: ${'x'.repeat(5 * 2 ** 20)}`);
    for (const collector of [first, second]) {
      collector?.push(delta);
      collector?.push(unfinished);
      collector?.push(Buffer.from('\n\n'));
      collector?.push(unfinished);
    }
    third?.push(delta);
    expect([first, second, third].map((collector) => collector?.timeline.events.length)).toEqual([2, 1, 1]);
    second?.push(Buffer.from('\n\n'));
    first?.push(Buffer.from('\n\n'));
    expect([first, second].map((collector) => collector?.timeline.events.length)).toEqual([3, 1]);
    expect(budget.held).toBe(0);
  });

  it('cuts long data, and stops at an event that is too large to read', () => {
    const collector = new EventCollector({ first: 9, last: 0, data: 5 }, plenty);
    collector.push(Buffer.from('data: 123456789\n\n'));
    for (let piece = 0; piece < 18; piece += 1) collector.push(Buffer.alloc(1024 * 1024, 'x'));
    collector.push(delta);
    expect(collector.timeline.events.map(({ data }) => data)).toEqual(['12345']);
  });

  it('has no times before the first event', () => {
    expect(new EventCollector({ first: 1, last: 1, data: 1 }, plenty).timeline).toEqual({
      events: [],
      isTimed: false,
      left: 0,
    });
  });
});
