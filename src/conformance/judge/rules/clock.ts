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
  /** Time since the stream began, in milliseconds of the recording's clock. Undefined if that is unknown, or if the stream may repeat an old one. */
  readonly elapsed: number | undefined;
}

/**
 * `created_at` is in UTC. The `ts` of a ping counts from the epoch and so has no time zone. A turn is created before the pings of its stream,
 * and, if the stream is its first one, not long before its stream begins.
 */
export const clock: StreamRuleFactory = (context) => {
  let began: number | undefined;
  let pinged: Pinged | undefined;

  const judge = (event: JudgedEvent) => {
    const { created_at: created } = event.data;
    const moment = momentOf(created);
    if (moment === undefined || pinged === undefined) return;
    context.exercise('envelope.timestamps.utc');
    const { ts, elapsed = Number.POSITIVE_INFINITY } = pinged;
    const offset = Math.max(moment - ts, ts - elapsed - moment);
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
        if (ts === undefined || !isEpochSeconds(ts)) return;
        const elapsed = context.mayRepeat || at === undefined || began === undefined ? undefined : at - began;
        pinged ??= { ts: ts * 1000, elapsed };
      },
      'message.completed': judge,
      'message.cancelled': judge,
    },
  };
};
