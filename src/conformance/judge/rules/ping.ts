import { isTerminal } from './event-names.ts';
import type { SeenEvent, StreamRuleFactory } from './rule.ts';

/** A ping comes after this much silence, in milliseconds. */
const SILENCE = 15_000;
/** What a network and a busy server may add before a missing ping is held against them. */
const TOLERANCE = 10_000;
/** What a busy machine may add, on the real clock: with scaled timers it is more than all of the above. */
const REAL_DELAY = 2500;
/** Epoch seconds between 2001 and 5138: milliseconds or microseconds are outside. */
const PLAUSIBLE_SECONDS = { from: 1e9, to: 1e11 };

/** Silence is broken by a ping every 15 seconds, and a ping tells the time in epoch seconds. */
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
    // Whether pings go on while an interaction waits is open, so that silence is a warning.
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
