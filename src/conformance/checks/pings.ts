import type { ScenarioName } from '../../../generated/ids.d.ts';
import { type Check, check } from '../check-kit/check.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { RAISING_PLACES, raise } from '../check-kit/interaction-replies.ts';
import type { LiveStream } from '../drive/live-stream.ts';

/** A ping follows after this much silence, in milliseconds of the service's time (section 6). */
const SILENCE = 15_000;
/** How many pings each silence has to have: the second shows that the first one starts the interval again. */
const PINGS = 2;
const WAITS = PINGS * (SILENCE + 10_000);

/** Turns that are silent for minutes, by what comes before the silence. */
const SILENT: readonly (readonly [phase: string, scenario: ScenarioName])[] = [
  ['after-text', 'long_turn'],
  ['after-start', 'no_usage'],
  ['in-endless-turn', 'endless_turn'],
  ['in-silent-turn', 'silent_turn'],
  ['after-step', 'silent_after_step'],
];

// After every 15 seconds in which no event was sent, the stream carries a ping.
const CADENCE = 'stream.ping.cadence';
// A stream that is silent while its turn waits for an answer keeps sending pings.
const PAUSE = 'interactions.pause.pings';

/** Pings in each phase of a turn in which its stream is silent. */
export const pingChecks: readonly Check[] = [
  ...SILENT.map(([phase, scenario]) =>
    check({
      id: `stream.ping.${phase}`,
      requirements: [CADENCE],
      needs: [`scenario:${scenario}`, 'wait:15s'],
      waits: WAITS,
      async run(t) {
        await expectPings(t, await t.running(t.scenario(scenario)), CADENCE);
      },
    }),
  ),

  ...RAISING_PLACES.map(({ name, scenario, kind }) =>
    check({
      id: `stream.ping.pending-${name}`,
      requirements: [PAUSE],
      needs: [`scenario:${scenario}`, 'wait:15s'],
      waits: WAITS,
      async run(t) {
        const { stream } = await raise(t, scenario, kind);
        // The contract does not say whether pings go on while an interaction waits.
        await expectPings(t, stream, PAUSE);
      },
    }),
  ),
];

/**
 * Expects pings while the stream is silent. A turn may send something else instead, such as more of its answer, and then
 * there is no silence to judge.
 */
async function expectPings(
  t: CheckContext,
  stream: LiveStream,
  requirement: typeof CADENCE | typeof PAUSE,
): Promise<void> {
  const begun = t.now();
  for (let pings = 0; pings < PINGS && t.span(begun).elapsed < 2 * WAITS; ) {
    const event = await t.inTime(stream.next(), SILENCE, {});
    if (stream.terminal) {
      t.assume(pings > 0, 'the turn ended before it was silent for long enough');
      return;
    }
    const expected = `a ping after ${SILENCE / 1000} s of silence`;
    t.expect(requirement).holds(stream, event !== undefined, expected, stream.events.at(-1)?.type);
    if (!event) return;
    if (event.type === 'ping') pings += 1;
  }
}
