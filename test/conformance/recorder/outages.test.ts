import { expect, it } from 'vitest';
import { Outages } from '../../../src/conformance/recorder/outages.ts';

/** Outages with a clock that the test sets, in seconds. */
function open() {
  const lines: string[] = [];
  let now = 0;
  const outages = new Outages({ now: () => now * 1000, onLine: (line) => lines.push(line) });
  return {
    lines,
    at(seconds: number, what: 'lost' | 'responded') {
      now = seconds;
      if (what === 'lost') outages.lost('ECONNREFUSED');
      else outages.responded();
    },
  };
}

it('reports each outage at its first request and each recovery at its first response', () => {
  const { lines, at } = open();
  at(0, 'responded');
  for (const second of [1, 2, 3]) at(second, 'lost');
  at(4.25, 'responded');
  at(5, 'responded');
  at(60, 'lost');
  at(61, 'responded');
  expect(lines).toEqual([
    'outage: ECONNREFUSED; requests are answered with 502',
    'recovery: the target responds again after 3.3 s; requests answered with 502: 3',
    'outage: ECONNREFUSED; requests are answered with 502',
    'recovery: the target responds again after 1 s; requests answered with 502: 1',
  ]);
});

it('does not fill the log if the target fails now and then, and counts what it did not report', () => {
  const { lines, at } = open();
  for (let second = 0; second < 30; second += 1) {
    at(second, 'lost');
    at(second + 0.5, 'responded');
  }
  expect(lines).toHaveLength(6);
  expect(lines[3]).toBe('recovery: the target responds again after 0.5 s; requests answered with 502: 11');
});

it('reports an outage that begins right after a recovery, and lasts', () => {
  const { lines, at } = open();
  at(0, 'lost');
  at(1, 'responded');
  for (const second of [2, 9, 12]) at(second, 'lost');
  expect(lines).toHaveLength(3);
});
