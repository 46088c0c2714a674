import type { Turn } from '../../../drive/actor.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel } from '../../check-kit/context.ts';
import { delegate, hasDelegated, runWithAgents } from '../../check-kit/delegated-turn.ts';
import { composeTurn, withScript } from '../../check-kit/scripted-turn.ts';
import { showEverywhere, showListed } from '../../check-kit/shown-turn.ts';
import { cancel, completedTurn, finish, untilText } from '../../check-kit/turns.ts';

/** Ways for a turn to end without completing. */
const UNCOMPLETED = [
  { name: 'failed', scenario: 'upstream_failure', isCancelled: false },
  { name: 'cancelled', scenario: 'long_turn', isCancelled: true },
] as const;

/** How a turn selects agents in addition to the scenario's own, and its channel. */
const SELECTIONS: readonly {
  readonly name: readonly string[];
  readonly channel: Channel;
  select(turn: Turn): Partial<Turn>;
}[] = [
  { name: [], channel: 'streaming', select: () => ({}) },
  { name: ['blocking'], channel: 'blocking', select: () => ({}) },
  { name: ['principal', 'streaming'], channel: 'streaming', select: conductedByFirst },
  { name: ['principal', 'blocking'], channel: 'blocking', select: conductedByFirst },
  { name: ['cited'], channel: 'streaming', select: citedOnly },
];

/** How a turn shows its agents outside of its steps (section 2.3). */
export const messageAgentChecks: readonly Check[] = [
  check({
    id: 'messages.agents.delegated',
    requirements: [R['messages.agent-runs.summarise-tasks'], R['messages.agents.tells-route']],
    needs: ['scenario:agents'],
    async run(t) {
      const { stream, turn } = await delegate(t, 'agents');
      const { agent_runs: runs, agents } = turn;

      t.expect('messages.agent-runs.summarise-tasks').isTrue(
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
      id: `messages.agents.not-delegated.${channel}`,
      requirements: [R['messages.agents.tells-route']],
      needs: ['scenario:agents'],
      async run(t) {
        // The same agents and the same model can delegate, so a turn that does not delegate must show that too.
        await delegate(t, 'agents');
        const turn = withScript(t.scenario('agents', { permission_mode: 'auto' }), () => [
          { say: 'I need nobody for this.' },
        ]);
        const sent = await t.attempt(channel, turn);
        const { agents } = await completedTurn(t, sent);
        t.expect('messages.agents.tells-route').equals(
          sent,
          isObject(agents) ? agents.supported : undefined,
          true,
          '/agents/supported',
        );
      },
    }),
  ),

  ...CHANNELS.map((channel) =>
    check({
      id: `messages.agent-runs.${channel}`,
      requirements: [R['messages.agent-runs.same-everywhere']],
      needs: ['scenario:agents'],
      async run(t) {
        const { first, replay, listing } = await showEverywhere(t, channel, t.scenario('agents'));
        t.require(objectsIn(first.turn.agent_runs).length > 0, 'the turn did not delegate');

        const claim = t.expect('messages.agent-runs.same-everywhere');
        for (const { source, turn } of [replay, listing]) {
          claim.equals(source, membersOfRuns(turn), membersOfRuns(first.turn), '/agent_runs');
        }
      },
    }),
  ),

  check({
    id: 'messages.agents.history',
    requirements: [R['messages.agents.absent-from-history']],
    needs: ['scenario:agents'],
    async run(t) {
      const { stream, turn } = await runWithAgents(t, 'agents');
      const listed = await showListed(t, stream.chatId, turn.id);

      t.expect('messages.agents.absent-from-history').isTrue(
        listed.source,
        !('agents' in listed.turn),
        'no member agents',
        listed.turn.agents,
        '/agents',
      );
    },
  }),

  ...SELECTIONS.map(({ name, channel, select }) =>
    check({
      id: ['messages.agents.model-without-tools', ...name].join('.'),
      requirements: [R['messages.agents.model-decides']],
      needs: ['scenario:agents_model_without_tools'],
      async run(t) {
        const turn = t.scenario('agents_model_without_tools', { permission_mode: 'auto' });
        const sent = await t.attempt(channel, { ...turn, ...select(turn) });
        const shown = await completedTurn(t, sent);
        const { agents, steps } = shown;

        const claim = t.expect('messages.agents.model-decides');
        claim.isTrue(sent, !hasDelegated(shown), 'no delegation', steps, '/steps');
        claim.equals(sent, isObject(agents) ? agents.supported : undefined, false, '/agents/supported');
      },
    }),
  ),

  ...UNCOMPLETED.map(({ name, scenario, isCancelled }) =>
    check({
      id: `messages.agents.model-without-tools.${name}`,
      requirements: [R['messages.agents.model-decides']],
      needs: ['scenario:agents_model_without_tools', `scenario:${scenario}`],
      async run(t) {
        const stream = await t.running(composeTurn(t, 'agents_model_without_tools', scenario));
        if (isCancelled) {
          await untilText(t, stream);
          t.requireSuccess(await cancel(t, stream.chatId));
        }
        const end = await finish(t, stream);
        t.require(end !== undefined && end.type !== 'message.completed', 'the turn completed');
        const agents = end?.data.agents;
        t.expect('messages.agents.model-decides').equals(
          stream,
          isObject(agents) ? agents.supported : undefined,
          false,
          '/agents/supported',
        );
      },
    }),
  ),
];

function conductedByFirst(turn: Turn): Partial<Turn> {
  return { principal_agent_id: agentsOf(turn)[0] };
}

function citedOnly(turn: Turn): Partial<Turn> {
  const citations = agentsOf(turn).map((id) => `{{agent:${id}}}`);
  return { content: [...citations, turn.content].join('\n\n'), attachments: {} };
}

/** The agents that a turn attaches. */
function agentsOf({ attachments }: Turn): readonly unknown[] {
  const ids = isObject(attachments) ? attachments.agent_ids : undefined;
  return Array.isArray(ids) ? ids : [];
}

/** The member names of each run, sorted. The contract specifies neither their values nor the order of the runs. */
function membersOfRuns({ agent_runs: runs }: JsonObject): readonly string[] {
  return objectsIn(runs)
    .map((run) => Object.keys(run).sort().join(' '))
    .sort();
}
