import { numberOf } from '../../../exact-json/exact-number.ts';
import { momentOf } from '../consistency/moments.ts';
import { excerpt } from '../excerpt.ts';
import { isEpochSeconds } from './ping.ts';
import type { JudgedEvent, StreamRuleFactory } from './rule.ts';

/**
 * The offsets of time zones, in milliseconds. Less may stand between a time and a ping: the clocks of two machines, rounding, and a stream
 * that was held back until the end of its turn. More is no time zone, but perhaps the clock of a test installation.
 */
const ZONES = { from: 45 * 60_000, to: 15 * 3_600_000 };

interface Pinged {
  /** The `ts` of the ping, in milliseconds since the epoch. */
  readonly ts: number;
  /** When it came, in milliseconds of the recording's clock. */
  readonly at: number;
}

/**
 * `created_at` is in UTC. The `ts` of a ping counts from the epoch and so has no time zone. A turn is created before the pings of its stream,
 * and, if the stream is its first one, not long before its stream begins.
 */
export const clock: StreamRuleFactory = (context) => {
  let began: number | undefined;
  let pinged: Pinged | undefined;

  /** The most that may have passed at the service: its clock may run as fast as its timers. */
  const between = (from: number, to: number) => (to - from) * (context.timing?.scale ?? 1);

  const judge = (event: JudgedEvent) => {
    const { created_at: created } = event.data;
    const moment = momentOf(created);
    if (moment === undefined || pinged === undefined || event.at === undefined) return;
    context.exercise('envelope.timestamps.utc');
    const { ts, at } = pinged;
    const before = context.mayRepeat ? Number.POSITIVE_INFINITY : between(began ?? at, at);
    const offset = Math.max(moment - ts - between(at, event.at), ts - moment - before);
    if (offset < ZONES.from || offset > ZONES.to) return;
    context.report('envelope.timestamps.utc', event, {
      pointer: '/created_at',
      expected: `a time in UTC, where it was ${new Date(ts).toISOString()} at the first ping, by its ts`,
      actual: excerpt(created),
    });
  };

  return {
    seen({ at }) {
      began ??= at;
    },
    on: {
      ping({ data, at }) {
        const ts = numberOf(data.ts);
        // Another unit is a finding of its own.
        if (ts === undefined || at === undefined || !isEpochSeconds(ts)) return;
        pinged ??= { ts: ts * 1000, at };
      },
      'message.completed': judge,
      'message.cancelled': judge,
    },
  };
};
