import type { Turn } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { type JsonObject, objectsIn } from '../../../judge/json.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { Channel, CheckContext } from '../../check-kit/context.ts';
import type { ShownTurn } from '../../check-kit/shown-turn.ts';
import { completedTurn, isScripted } from '../../check-kit/turns.ts';

/** How a turn that uses a tool is sent. */
interface Situation {
  readonly mode: string | undefined;
  readonly channel: Channel;
  /** Whether the chat has an earlier turn. */
  readonly isLater: boolean;
  /** Whether and how the turn selects agents. */
  readonly agents?: 'attached' | 'cited';
  readonly isConducted?: boolean;
}

/** Turns in manual mode, set explicitly or by default. */
const MANUAL: readonly Situation[] = [
  { channel: 'streaming', mode: undefined, isLater: false },
  { channel: 'streaming', mode: 'manual', isLater: true },
  { channel: 'streaming', mode: undefined, isLater: true, agents: 'cited' },
  { channel: 'streaming', mode: undefined, isLater: false, agents: 'attached' },
  { channel: 'streaming', mode: 'manual', isLater: false, agents: 'attached', isConducted: true },
  { channel: 'streaming', mode: 'manual', isLater: true, agents: 'cited', isConducted: true },
];

/** Turns in auto mode. The first one shows which tools the turn uses. */
const AUTO: readonly Situation[] = [
  { channel: 'streaming', mode: 'auto', isLater: false },
  { channel: 'blocking', mode: 'auto', isLater: false },
  { channel: 'blocking', mode: 'auto', isLater: true, agents: 'attached', isConducted: true },
  { channel: 'streaming', mode: 'auto', isLater: true, agents: 'cited' },
];

const DEFAULT = R['turns.stream.default-manual'];
const CONNECTORS = R['turns.attachments.connector-ids'];

/** The tools of the attached connectors are available in every turn, and in manual mode a client approves them (sections 4.2 and 6). */
export const toolChecks: readonly Check[] = [
  check({
    id: 'turns.tools.approved-in-manual',
    requirements: [DEFAULT, CONNECTORS],
    needs: ['scenario:tool_approval', 'resource:agent'],
    async run(t) {
      const turn = t.scenario('tool_approval');
      t.skipIf(!isScripted(turn), 'nothing is known of what the model does in another situation');
      // In the scenario's own situation, the turn must ask; otherwise there is nothing to test.
      await t.raise({ ...turn, permission_mode: 'manual' });
      for (const situation of MANUAL) {
        const stream = t.opened(await send(t, turn, situation));
        const event = await t.inTime(
          stream.until('message.action_required', 'message.completed', 'message.error'),
        );
        const requirement = situation.mode === undefined ? DEFAULT : CONNECTORS;
        t.expect(requirement).equals(stream, event?.data.kind, 'tool_approval', '/kind');
      }
    },
  }),

  check({
    id: 'turns.tools.used-in-auto',
    requirements: [CONNECTORS],
    needs: ['scenario:tool_use', 'resource:agent'],
    async run(t) {
      const turn = t.scenario('tool_use');
      t.skipIf(!isScripted(turn), 'nothing is known of what the model does in another situation');
      const [first, ...others] = AUTO as readonly [Situation, ...Situation[]];
      const used = toolsIn((await run(t, turn, first)).turn);
      t.skipIf(used.length === 0, 'the steps of the turn name no tool');
      for (const situation of others) {
        const { source, turn: other } = await run(t, turn, situation);
        t.expect(CONNECTORS).equals(source, toolsIn(other), used, '/steps');
      }
    },
  }),
];

async function send(t: CheckContext, turn: Turn, situation: Situation): Promise<Answer | LiveStream> {
  const { channel, mode, isLater, agents, isConducted } = situation;
  const agent = t.resource('agent');
  const { id: chatId } = await makeChat(t);
  if (isLater) t.requireSuccess(await t.main.send(t.plain(), { chatId }));
  const attached = { ...(turn.attachments as JsonObject | undefined), agent_ids: [agent] };
  const carrying: Turn = {
    ...turn,
    permission_mode: mode,
    ...(agents === 'attached' && { attachments: attached }),
    ...(agents === 'cited' && { content: `{{agent:${agent}}}\n\n${turn.content}` }),
    ...(isConducted && { principal_agent_id: agent }),
  };
  return t.attempt(channel, carrying, { chatId });
}

async function run(t: CheckContext, turn: Turn, situation: Situation): Promise<ShownTurn> {
  const source = await send(t, turn, situation);
  return { source, turn: await completedTurn(t, source) };
}

/** The distinct names of the tools in the steps of a turn. */
function toolsIn({ steps }: JsonObject): readonly unknown[] {
  const names = objectsIn(steps).flatMap(({ tool_calls }) => objectsIn(tool_calls).map(({ name }) => name));
  return [...new Set(names)].sort();
}
