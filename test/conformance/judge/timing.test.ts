import { describe, expect, it } from 'vitest';
import { type Delays, isSurelyPast, isSurelyWithin, Timing } from '../../../src/conformance/judge/timing.ts';
import { judgePieces } from './judging.ts';

const standstill = (longest: number): Delays => ({
  longestBetween: () => longest,
  longestOwnBetween: () => longest,
});
const SECOND = 1000;
const CALM = new Timing(1, standstill(10));
const SCALED = new Timing(100, standstill(10));
const STOOD = new Timing(100, standstill(400));

describe('a measured duration', () => {
  it.each<[string, Timing, number, 'past' | 'within' | 'neither']>([
    ['in service time, on a calm machine', CALM, 130, 'past'],
    ['within the tolerance of the contract', CALM, 115, 'neither'],
    ['before the timer', CALM, 60, 'within'],
    ['with scaled timers on a calm machine', SCALED, 130, 'past'],
    ['with scaled timers, past a standstill of the machine', STOOD, 130, 'neither'],
    ['with scaled timers, before the timer but for a standstill', STOOD, 60, 'neither'],
    ['so long that the standstill does not matter', STOOD, 300, 'past'],
    ['of a recording with scaled timers', new Timing(100), 130, 'neither'],
    ['of a recording', new Timing(1), 130, 'past'],
  ])('%s proves only what is certain', (_, timing, elapsed, certain) => {
    const span = timing.between(0, (elapsed * SECOND) / timing.scale);
    expect(isSurelyPast(span, 110 * SECOND)).toBe(certain === 'past');
    expect(isSurelyWithin(span, 110 * SECOND)).toBe(certain === 'within');
  });

  it.each([
    [500, false],
    [5000, true],
  ])('counts a standstill %i ms before it only if that is near enough', (before, past) => {
    const delays: Delays = {
      ...standstill(10),
      longestBetween: (from) => (from <= 10_000 - before ? 400 : 10),
    };
    const span = new Timing(100, delays).between(10_000, 11_300);
    expect(isSurelyPast(span, 110 * SECOND)).toBe(past);
  });

  it('that proves nothing names a time scale that would', () => {
    const timing = new Timing(100, standstill(200));
    expect(timing.describeDoubt(timing.between(0, 400), 15 * SECOND)).toBe(
      'this machine or the target stood still for up to 200 ms, so at time scale 100 a timer of 15.0 s counts as missed after 75.0 s only, and 40.0 s show nothing; a time scale of at most 41 would do',
    );
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const START = 'event: message.start\ndata: {"chat_id":"c","message_id":1}\n\n';
const STEP = 'event: message.step\ndata: {"steps":[]}\n\n';
const PING = 'event: ping\ndata: {"ts":1772438400.5}\n\n';

/** Texts by the second in which they arrive. */
type Arrivals = Readonly<Record<number, string>>;

/** Judges a stream whose pieces arrive after its first event, after the given seconds at time scale 25, on a machine that stood still for the given milliseconds. */
function judgeArrivals(arrivals: Arrivals, stood?: number) {
  const timeScale = 25;
  const delays = stood === undefined ? undefined : standstill(stood);
  const pieces = Object.entries({ 0: START, ...arrivals }).map(([seconds, text]) => ({
    bytes: bytes(text),
    at: (Number(seconds) * SECOND) / timeScale,
  }));
  const { rows } = judgePieces(pieces, { timeScale, delays, mayBeLeft: true }, 'client');
  const { exercised = false, violations = 0, notJudged } = rows.get('stream.ping.cadence') ?? {};
  return { exercised, violations, notJudged };
}

describe('pings', () => {
  it('are missed in a silence longer than every possible delay of a ping', () => {
    expect(judgeArrivals({ 40: STEP }, 10)).toMatchObject({ exercised: true, violations: 1 });
  });

  it('are not judged when the machine stood still for longer than the tolerance', () => {
    expect(judgeArrivals({ 40: STEP }, 700)).toEqual({
      exercised: false,
      violations: 0,
      notJudged: expect.stringContaining('a time scale of at most 11 would do'),
    });
  });

  it('are not judged when the machine stood still for half of the time by which one is late', () => {
    expect(judgeArrivals({ 31: PING }, 304)).toMatchObject({ violations: 0 });
  });

  it('are not judged in a recording whose time scale makes the silence too short', () => {
    expect(judgeArrivals({ 40: STEP })).toEqual({
      exercised: false,
      violations: 0,
      notJudged: expect.stringContaining('a time scale of at most 10 would do'),
    });
  });

  it('are not exercised by a silence that ends before one is due', () => {
    expect(judgeArrivals({ 20: STEP }, 10)).toEqual({ exercised: false, violations: 0 });
  });

  it('are exercised by a ping', () => {
    expect(judgeArrivals({ 15: PING }, 10)).toEqual({ exercised: true, violations: 0 });
  });

  it.each<[string, number, Arrivals]>([
    [
      'not missed while a large event arrives',
      0,
      { 10: 'event: message.st', 25: 'ep\nda', 40: 'ta: {"steps":[]}\n\n' },
    ],
    ['not missed while the line end of an event is on its way', 0, { 20: STEP.slice(0, -1), 40: '\n' }],
    ['missed if the rest of an event stays away', 1, { 10: STEP.slice(0, 30), 50: STEP.slice(30) }],
    [
      'missed if an event begins late and arrives in pieces',
      1,
      { 40: STEP.slice(0, 30), 41: STEP.slice(30) },
    ],
    [
      'missed if comments come in their place',
      1,
      { 10: ': still here\n', 20: ': still', 30: ' here\n', 40: STEP },
    ],
  ])('are %s', (_, violations, arrivals) => {
    expect(judgeArrivals(arrivals, 10)).toMatchObject({ violations });
  });
});

it.each([
  ['two events that were sent 15 s apart and arrived together', 15_000, 100, 14_900],
  ['two events between which the clock of the target was set', 75_000, 15_000, 0],
  ['two events that a network delays', 9000, 100, 0],
])('the delay on the way is computed for %s', (_, sentApart, cameApart, held) => {
  expect(CALM.heldBack(1000, 1000 + cameApart, sentApart)).toBe(held);
});
