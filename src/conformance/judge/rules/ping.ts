import { numberOf } from '../../../exact-json/exact-number.ts';
import { isSurelyPast, SILENCE, TOLERANCE } from '../timing.ts';
import { isTerminal } from './event-names.ts';
import type { JudgedEvent, SeenEvent, StreamRuleFactory } from './rule.ts';

/** A clock that is set back by so much, in milliseconds, may hide a silence. */
const STEP_BACK = 1000;
/** Epoch seconds of the years 2001 to 5138. Milliseconds and microseconds are outside of this range. */
const PLAUSIBLE_SECONDS = { from: 1e9, to: 1e11 };

/** A time in which nothing of an event arrived, in milliseconds of the recording's clock. */
interface Silence {
  readonly from: number;
  readonly to: number;
}

/** Whether a `ts` is plausible as a time in seconds since the epoch. */
export function isEpochSeconds(ts: number): boolean {
  return ts >= PLAUSIBLE_SECONDS.from && ts < PLAUSIBLE_SECONDS.to;
}

/** A ping comes after every 15 seconds of silence, and has the time in epoch seconds. */
export const ping: StreamRuleFactory = (context) => {
  const { timing } = context;
  /** When something of an event last arrived. A large event takes its time, and no ping can be sent in the middle of it. */
  let last: number | undefined;
  /** The longest silence since the last complete event. */
  let silence: Silence | undefined;
  /** The ping before. */
  let before: { readonly ts: number; readonly at: number } | undefined;
  let isOver = false;
  let hasSteppedBack = false;

  /** A silence shows that pings come if one ended it in time, and that they do not if it was longer than all that could delay one. */
  const judgeSilence = (event: SeenEvent | undefined) => {
    if (timing === undefined || silence === undefined || hasSteppedBack) return;
    const span = timing.between(silence.from, silence.to);
    if (isSurelyPast(span, SILENCE)) {
      context.report('stream.ping.cadence', event, {
        expected: `a ping after ${SILENCE / 1000} s of silence (${(Math.max(TOLERANCE, span.uncertainty) / 1000).toFixed(1)} s tolerated)`,
        actual: `${(span.elapsed / 1000).toFixed(1)} s without an event`,
      });
    } else if (span.elapsed > SILENCE + TOLERANCE) {
      context.cannotJudge('stream.ping.cadence', timing.describeDoubt(span, SILENCE));
    } else if (event?.type === 'ping') context.exercise('stream.ping.cadence');
  };

  /** A ping has the time at which it was sent. If that is long before it came, what carried it was silent meanwhile. */
  const judgeDelivery = (event: JudgedEvent, ts: number) => {
    if (timing === undefined || event.at === undefined || context.mayRepeat) return;
    const held = before === undefined ? 0 : timing.heldBack(before.at, event.at, (ts - before.ts) * 1000);
    before = { ts, at: event.at };
    if (held > 0)
      context.report('stream.ping.cadence', event, {
        pointer: '/ts',
        expected: 'each ping when it is sent',
        actual: `the ping before this one was held back for ${(held / 1000).toFixed(1)} s or more, by the times in both`,
      });
  };

  const hear = (at: number | undefined) => {
    if (at === undefined) return;
    if (last !== undefined && last - at > STEP_BACK) {
      hasSteppedBack = true;
      context.cannotJudge('stream.ping.cadence', 'the clock of the input steps back within a stream');
    }
    if (last !== undefined && (silence === undefined || at - last > silence.to - silence.from))
      silence = { from: last, to: at };
    last = at;
  };

  return {
    heard: hear,
    seen(event) {
      if (isOver) return;
      hear(event.at);
      judgeSilence(event);
      silence = undefined;
      isOver = isTerminal(event.type);
    },
    end({ at }) {
      if (isOver) return;
      hear(at);
      judgeSilence(undefined);
    },
    on: {
      ping: (event) => {
        const ts = numberOf(event.data.ts);
        if (ts === undefined) return;
        context.exercise('events.ping.epoch-seconds');
        if (isEpochSeconds(ts)) {
          judgeDelivery(event, ts);
          return;
        }
        context.report('events.ping.epoch-seconds', event, {
          pointer: '/ts',
          expected: 'a time in seconds since the epoch',
          actual: String(ts),
        });
      },
    },
  };
};
