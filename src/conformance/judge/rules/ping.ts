import { isTerminal } from './event-names.ts';
import type { SeenEvent, StreamRuleFactory } from './rule.ts';

/** A ping follows after this much silence, in milliseconds. */
const SILENCE = 15_000;
/** Delay by a network or a busy server that is tolerated before a ping counts as missing. */
const TOLERANCE = 10_000;
/** Delay by a busy machine that is tolerated, in milliseconds of real time. With scaled timers it outweighs the other limits. */
const REAL_DELAY = 2500;
/** Epoch seconds of the years 2001 to 5138. Milliseconds and microseconds are outside of this range. */
const PLAUSIBLE_SECONDS = { from: 1e9, to: 1e11 };

/** A ping comes after every 15 seconds of silence, and has the time in epoch seconds. */
export const ping: StreamRuleFactory = (context) => {
  const scale = context.timeScale;
  const tolerance = Math.max(TOLERANCE, (scale ?? 1) * REAL_DELAY);
  let last: number | undefined;
  let isPaused = false;
  let isOver = false;

  const judgeSilence = (at: number | undefined, event: SeenEvent | undefined) => {
    if (scale === undefined || at === undefined || last === undefined) return;
    const silence = (at - last) * scale;
    if (silence < SILENCE) return;
    // The contract does not say whether pings continue while an interaction waits, so silence is only a warning.
    const requirement = isPaused ? 'interactions.pause.pings' : 'stream.ping.cadence';
    context.exercise(requirement);
    if (silence <= SILENCE + tolerance) return;
    context.report(requirement, event, {
      expected: `a ping after ${SILENCE / 1000} s of silence (${tolerance / 1000} s tolerated)`,
      actual: `${(silence / 1000).toFixed(1)} s without an event`,
    });
  };

  return {
    seen(event) {
      if (isOver) return;
      if (event.type === 'ping' && scale !== undefined) context.exercise('stream.ping.cadence');
      judgeSilence(event.at, event);
      last = event.at;
      if (event.type !== 'ping') isPaused = event.type === 'message.action_required';
      isOver = isTerminal(event.type);
    },
    end({ at }) {
      if (!isOver) judgeSilence(at, undefined);
    },
    on: {
      ping: (event) => {
        const { ts } = event.data;
        if (typeof ts !== 'number') return;
        context.exercise('events.ping.epoch-seconds');
        if (ts >= PLAUSIBLE_SECONDS.from && ts < PLAUSIBLE_SECONDS.to) return;
        context.report('events.ping.epoch-seconds', event, {
          pointer: '/ts',
          expected: 'a time in seconds since the epoch',
          actual: String(ts),
        });
      },
    },
  };
};
