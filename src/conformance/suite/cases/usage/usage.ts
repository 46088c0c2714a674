import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import { numberOf } from '../../../../exact-json/exact-number.ts';
import type { Script } from '../../../../rig/script/act.ts';
import { isObject, type JsonObject } from '../../../judge/json.ts';
import { check, R } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { actsRepeated, inEachTask, inTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { showEverywhere } from '../../check-kit/shown-turn.ts';
import { finish } from '../../check-kit/turns.ts';

/** The members of usage in the contract (section 2.3). The checks ignore other members. */
const MEMBERS = [
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'reasoning_tokens',
  'agent_tokens',
  'model',
  'provider',
];

/** How many times the agents of a turn use their tool, so that they consume more than the delegating model. */
const ROUNDS = 10;

/** Turns whose agents consume a lot, or fail before they finish. */
const CONSUMING: readonly {
  readonly name: string;
  readonly scenario: ScenarioName;
  /** In milliseconds of the service's time. */
  readonly waits?: number;
  play(script: Script): Script;
}[] = [
  { name: 'most-of-it', scenario: 'agents_with_tool', play: busiest },
  {
    // The task that ends last consumes the least.
    name: 'of-each-task',
    scenario: 'agents',
    waits: 1000,
    play: (script) =>
      inEachTask(script, (_, at) =>
        at === 0 ? [{ say: 'word '.repeat(200) }] : [{ wait: 1 }, { say: 'Done.' }],
      ),
  },
  {
    name: 'of-failed-task',
    scenario: 'agents',
    play: (script) => inTasks(script, [{ say: 'I begin. ' }, { fail: 'outage' }]),
  },
];

/** The usage of a turn includes what its agents consume (section 2.3). The judge compares it with the steps of the agents. */
const agentTokenChecks = CONSUMING.map(({ name, scenario, waits, play }) =>
  check({
    id: `usage.agent-tokens.${name}`,
    requirements: [R['usage.agent-tokens.included']],
    needs: [`scenario:${scenario}`],
    ...(waits && { waits }),
    async run(t) {
      const turn = withScript(t.scenario(scenario, { permission_mode: 'auto' }), play);
      const stream = await t.open(turn);
      const { usage = null } = (await finish(t, stream))?.data ?? {};
      // A service may end such a long task, or the turn of a failing task. A counter may also be null.
      if (!isObject(usage) || numberOf(usage.agent_tokens) === undefined)
        return t.skipIf(true, 'the turn shows no agent_tokens');
      t.expect('usage.agent-tokens.included').isTrue(
        stream,
        Number(usage.agent_tokens) <= Number(usage.total_tokens),
        `at most total_tokens, ${usage.total_tokens}`,
        usage.agent_tokens,
        '/usage/agent_tokens',
      );
    },
  }),
);

/** The usage of turns (section 2.3). */
const shapeChecks = CHANNELS.map((channel) =>
  check({
    id: `usage.shape.${channel}`,
    requirements: [R['usage.shape.same-everywhere'], R['usage.values.same-in-history']],
    async run(t) {
      const { first, replay, listing } = await showEverywhere(t, channel, t.plain());
      t.require(isObject(first.turn.usage), 'the turn has no usage to compare');
      for (const { source, turn } of [replay, listing]) {
        t.expect('usage.shape.same-everywhere').equals(
          source,
          shapeOf(turn.usage),
          shapeOf(first.turn.usage),
        );
      }
      const { source, turn } = listing;
      t.expect('usage.values.same-in-history').equals(source, turn.usage, first.turn.usage, '/data');
    },
  }),
);

export const usageChecks = [...shapeChecks, ...agentTokenChecks];

/** Repeats everything that the tasks of a script do. */
function busiest(script: Script): Script {
  return inEachTask(script, (own) => [...actsRepeated(own, ROUNDS), { say: 'Done.' }]);
}

/** The types of the members of usage, by name. Null for a turn that consumed nothing. */
function shapeOf(usage: unknown): JsonObject | null {
  if (!isObject(usage)) return null;
  return Object.fromEntries(
    MEMBERS.filter((name) => name in usage).map((name) => [
      name,
      usage[name] === null ? null : typeof usage[name],
    ]),
  );
}
