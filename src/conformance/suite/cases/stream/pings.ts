import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Act, Script } from '../../../../rig/script/act.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { SILENCE } from '../../../judge/timing.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { raise, respond } from '../../check-kit/interaction-replies.ts';
import { OWN_PLACES, RAISING_PLACES } from '../../check-kit/raising-places.ts';
import { askingActOf, inTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { raiseAgain, SECOND_PLACES } from '../../check-kit/second-question.ts';

/** How many pings each silence must have. The second one shows that the first one restarts the interval. */
const PINGS = 2;
const WAIT = SILENCE + 10_000;
const WAITS = PINGS * WAIT;

/** Enough to detect a service that stops after some pings. */
const MANY_PINGS = 6;

/** Minutes of silence, in seconds of the service's time. */
const SILENT_FOR: Act = { wait: 600 };

/** A turn that is silent for minutes. */
interface Silence {
  /** What comes before the silence. Last part of the id of the check. */
  readonly phase: string;
  readonly scenario: ScenarioName;
  /** How many pings to wait for; two by default. */
  readonly pings?: number;
  /** Derives the turn's script from the scenario's script. */
  play?(script: Script): Script;
}

const SILENT: readonly Silence[] = [
  { phase: 'after-text', scenario: 'long_turn' },
  { phase: 'after-start', scenario: 'no_usage' },
  { phase: 'in-endless-turn', scenario: 'endless_turn', pings: MANY_PINGS },
  { phase: 'in-silent-turn', scenario: 'silent_turn' },
  { phase: 'after-step', scenario: 'silent_after_step' },
  {
    phase: 'after-failover',
    scenario: 'failover',
    play: (script) => [...script, SILENT_FOR],
  },
  {
    phase: 'after-earlier-silence',
    scenario: 'long_turn',
    // Two of them belong to the earlier silence.
    pings: 4,
    play: () => [{ wait: 40 }, { say: 'I begin again. ' }, SILENT_FOR],
  },
  {
    phase: 'in-task',
    scenario: 'agents',
    play: (script) => inTasks(script, [{ say: 'I begin. ' }, SILENT_FOR]),
  },
  {
    phase: 'after-task',
    scenario: 'agents',
    play: (script) => [...inTasks(script, [{ say: 'Done.' }]), SILENT_FOR],
  },
  // The model works, but the stream may show no events for that.
  {
    phase: 'while-task-talks',
    scenario: 'agents',
    play: (script) => inTasks(script, slowly({ say: 'And so on. ' })),
  },
  {
    phase: 'while-reasoning',
    scenario: 'silent_turn',
    play: () => slowly({ reason: 'And so on. ' }),
  },
];

/** Repeats an act for ten minutes, more often than pings come. */
function slowly(act: Act): Script {
  return Array.from({ length: 60 }, () => [act, { wait: 10 }]).flat();
}

const CADENCE = R['stream.ping.cadence'];

/** Pings in each phase of a turn in which its stream is silent. */
export const pingChecks: readonly Check[] = [
  ...SILENT.map(({ phase, scenario, pings = PINGS, play }) =>
    check({
      id: `stream.ping.${phase}`,
      situations: [{ probe: 'silence', course: [phase] }],
      requirements: [CADENCE],
      needs: [`scenario:${scenario}`, 'wait:15s'],
      waits: pings * WAIT,
      async run(t) {
        const turn = t.scenario(scenario);
        await expectPings(t, await t.running(play ? withScript(turn, play) : turn), pings);
      },
    }),
  ),

  // A stream may also be silent after its interaction is answered.
  ...OWN_PLACES.map(({ name, scenario, kind, situation }) =>
    check({
      id: `stream.ping.after-${name}`,
      situations: [{ probe: 'silence after a question', ...situation }],
      requirements: [CADENCE],
      needs: [`scenario:${scenario}`, 'wait:15s'],
      waits: WAITS,
      async run(t) {
        const turn = withScript(t.scenario(scenario), (script) => [askingActOf(script), SILENT_FOR]);
        const { stream, asked } = await t.raise(turn);
        t.skipIf(asked.data.kind !== kind, 'the turn asks for something else');
        t.requireSuccess(await respond(t, stream, asked));
        await expectPings(t, stream);
      },
    }),
  ),

  ...SECOND_PLACES.map((place) =>
    check({
      id: `stream.ping.pending-${place.name}`,
      situations: [{ probe: 'silence at a question', ...place.situation }],
      requirements: [CADENCE],
      needs: [`scenario:${place.scenario}`, 'wait:15s'],
      waits: WAITS,
      async run(t) {
        const { stream } = await raiseAgain(t, place);
        await expectPings(t, stream);
      },
    }),
  ),

  ...RAISING_PLACES.map(({ name, scenario, kind, situation }) =>
    check({
      id: `stream.ping.pending-${name}`,
      situations: [{ probe: 'silence at a question', ...situation }],
      requirements: [CADENCE],
      needs: [`scenario:${scenario}`, 'wait:15s'],
      waits: WAITS,
      async run(t) {
        const { stream } = await raise(t, scenario, kind);
        await expectPings(t, stream);
      },
    }),
  ),
];

/**
 * Expects pings while the stream is silent. If the turn sends something else instead, such as more of its answer, there is no silence to
 * judge.
 */
async function expectPings(t: CheckContext, stream: LiveStream, wanted = PINGS): Promise<void> {
  const begun = t.now();
  for (let pings = 0; pings < wanted && t.span(begun).elapsed < 2 * wanted * WAIT; ) {
    const event = await t.inTime(stream.next(), SILENCE, {});
    if (stream.terminal) {
      t.require(pings > 0, 'the turn ended before it was silent for long enough');
      return;
    }
    const expected = `a ping after ${SILENCE / 1000} s of silence`;
    t.expect(CADENCE).isTrue(stream, event !== undefined, expected, stream.events.at(-1)?.type);
    if (!event) return;
    if (event.type === 'ping') pings += 1;
  }
}
