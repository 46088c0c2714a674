import type { ScenarioName } from '../../../generated/ids.d.ts';
import { type Check, check } from '../check-kit/check.ts';
import { finish } from '../check-kit/turns.ts';
import { objectsIn } from '../judge/json.ts';

/** Turns whose steps end in different ways: steps that succeed, and those of a task that fails. */
const ENDS: readonly { readonly id: string; readonly scenario: ScenarioName }[] = [
  { id: 'steps.duration', scenario: 'steps' },
  { id: 'agents.task.failure', scenario: 'agents_task_failure' },
];

/** The steps of a turn, however they end (section 2.3). The judge reads the shape of every step of a run; the checks bring them about. */
export const stepChecks: readonly Check[] = ENDS.map(({ id, scenario }) =>
  check({
    id,
    // If a step has `duration`, it is an integer.
    requirements: ['steps.duration.integer'],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const stream = await t.open(t.scenario(scenario));
      const end = await finish(t, stream);
      t.assume(end !== undefined, 'the turn stalled');
      const history = await t.main.history(stream.chatId);

      const claim = t.expect('steps.duration.integer');
      // An optional member may be null.
      for (const [source, turns] of [
        [stream, stream.events.map(({ data }) => data)],
        [history, history.items],
      ] as const)
        for (const { duration } of turns.flatMap(({ steps }) => objectsIn(steps)))
          claim.holds(source, Number.isInteger(duration ?? 0), 'an integer', duration, '/steps');
    },
  }),
);
