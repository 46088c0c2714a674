import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import { renderScript } from '../../../../rig/script/render-script.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import type { ShownTurn } from '../../check-kit/shown-turn.ts';
import { cancel, completedTurn, finish, isScripted, untilText } from '../../check-kit/turns.ts';

/** The scenario of the previous turn, by the name of the check. Without a scenario, any turn that completes. */
const BEFORE: Readonly<Record<string, ScenarioName | undefined>> = {
  plain: undefined,
  tool: 'tool_in_auto',
  agents: 'agents',
  sources: 'sources',
  cancelled: 'long_turn',
  failed: 'upstream_failure',
};

const METADATA = { order: 4410 };

/** A turn shows its own answer, steps, sources and tasks, and nothing of the previous turn in its chat (section 2.3). */
export const ownChecks: readonly Check[] = Object.entries(BEFORE).map(([name, scenario]) =>
  check({
    id: `messages.own.after-${name}`,
    situations: [{ probe: 'next turn', chat: name }],
    requirements: [
      R['messages.content.string'],
      R['messages.steps.array'],
      R['messages.sources.array'],
      R['messages.agent-runs.empty-without-delegation'],
      R['messages.metadata.echoed'],
    ],
    needs: scenario === undefined ? [] : [`scenario:${scenario}`],
    async run(t) {
      t.skipIf(!isScripted(t.plain()), 'what a model without a script says and does is not known');
      const before = await showBefore(t, scenario);
      for (const channel of CHANNELS) {
        const { source, turn } = await showPlain(t, channel, before.chatId);
        const { content, metadata } = turn;
        t.expect('messages.content.string').isTrue(
          source,
          before.content === '' || !String(content).includes(before.content),
          'an answer of its own',
          content,
          '/content',
        );
        const again = idsIn(turn).filter((id) => before.ids.includes(id));
        t.expect('messages.steps.array').equals(source, again, [], '/steps');
        t.expect('messages.sources.array').equals(source, turn.sources ?? [], [], '/sources');
        t.expect('messages.agent-runs.empty-without-delegation').equals(
          source,
          turn.agent_runs ?? [],
          [],
          '/agent_runs',
        );
        const isNone = !isObject(metadata) || Object.keys(metadata).length === 0;
        t.expect('messages.metadata.echoed').isTrue(source, isNone, 'null', metadata, '/metadata');
      }
    },
  }),
);

/** What the previous turn showed, which the next turn must not show. */
interface Before {
  readonly chatId: string;
  readonly content: string;
  readonly ids: readonly unknown[];
}

async function showBefore(t: CheckContext, scenario: ScenarioName | undefined): Promise<Before> {
  const turn = scenario === undefined ? saying('The tide turns at noon.') : t.scenario(scenario);
  const stream = await t.running({ ...turn, permission_mode: 'auto', metadata: METADATA });
  const { chatId } = stream;
  if (scenario === 'long_turn') {
    await untilText(t, stream);
    t.requireSuccess(await cancel(t, chatId));
  }
  const end = await finish(t, stream);
  t.require(end !== undefined, 'the turn stalled');
  const shown = end?.data ?? {};
  return {
    chatId,
    content: typeof shown.content === 'string' ? shown.content.trim() : '',
    ids: idsIn(shown),
  };
}

async function showPlain(t: CheckContext, channel: Channel, chatId: string): Promise<ShownTurn> {
  const source = await t.attempt(
    channel,
    { ...saying('Low water is at six.'), permission_mode: 'auto' },
    { chatId },
  );
  return { source, turn: await completedTurn(t, source) };
}

function saying(say: string) {
  return { content: renderScript([{ say }]) };
}

/** The ids of the tasks and tool calls in the steps of a turn. */
function idsIn({ steps }: JsonObject): readonly unknown[] {
  return objectsIn(steps).flatMap(({ agent, tool_calls: calls }) => [
    ...(isObject(agent) && agent.task_id !== undefined ? [agent.task_id] : []),
    ...objectsIn(calls).flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [id])),
  ]);
}
