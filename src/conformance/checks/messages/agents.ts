import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { delegate, hasDelegated, runWithAgents } from '../../check-kit/delegated-turn.ts';
import { showEverywhere, showListed } from '../../check-kit/shown-turn.ts';
import { isObject, type JsonObject, objectsIn } from '../../judge/json.ts';

/** What a turn says of its agents beside its steps (section 2.3). */
export const messageAgentChecks: readonly Check[] = [
  check({
    id: 'messages.agents.delegated',
    requirements: ['messages.agent-runs.summarise-tasks', 'messages.agents.tells-route'],
    needs: ['scenario:agents'],
    async run(t) {
      const { stream, turn } = await delegate(t, 'agents');
      const { agent_runs: runs, agents } = turn;

      t.expect('messages.agent-runs.summarise-tasks').holds(
        stream,
        Array.isArray(runs) && runs.length > 0,
        'a summary of the tasks',
        runs,
        '/agent_runs',
      );
      t.expect('messages.agents.tells-route').equals(
        stream,
        isObject(agents) ? agents.supported : undefined,
        true,
        '/agents/supported',
      );
    },
  }),

  ...CHANNELS.map((channel) =>
    check({
      id: `messages.agent-runs.${channel}`,
      requirements: ['messages.agent-runs.same-everywhere'],
      needs: ['scenario:agents'],
      async run(t) {
        const { first, replay, listing } = await showEverywhere(t, channel, t.scenario('agents'));
        t.assume(objectsIn(first.turn.agent_runs).length > 0, 'the turn did not delegate');

        const row = t.expect('messages.agent-runs.same-everywhere');
        for (const { source, turn } of [replay, listing]) {
          row.equals(source, membersOfRuns(turn), membersOfRuns(first.turn), '/agent_runs');
        }
      },
    }),
  ),

  check({
    id: 'messages.agents.history',
    requirements: ['messages.agents.absent-from-history'],
    needs: ['scenario:agents'],
    async run(t) {
      const { stream, turn } = await runWithAgents(t, 'agents');
      const listed = await showListed(t, stream.chatId, turn.id);

      t.expect('messages.agents.absent-from-history').holds(
        listed.source,
        !('agents' in listed.turn),
        'no member agents',
        listed.turn.agents,
        '/agents',
      );
    },
  }),

  check({
    id: 'messages.agents.model-without-tools',
    requirements: ['messages.agents.model-decides'],
    needs: ['scenario:agents_model_without_tools'],
    async run(t) {
      const { stream, turn } = await runWithAgents(t, 'agents_model_without_tools');
      const { agents, steps } = turn;

      const row = t.expect('messages.agents.model-decides');
      row.holds(stream, !hasDelegated(turn), 'no delegation', steps, '/steps');
      row.equals(stream, isObject(agents) ? agents.supported : undefined, false, '/agents/supported');
    },
  }),
];

/** Names of the members of each run; what they hold is open, and their order too. */
function membersOfRuns({ agent_runs: runs }: JsonObject): readonly string[] {
  return objectsIn(runs)
    .map((run) => Object.keys(run).sort().join(' '))
    .sort();
}
