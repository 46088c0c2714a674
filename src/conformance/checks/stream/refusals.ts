import { findOutsideAllowlist } from '../../check-kit/catalog.ts';
import { type Check, check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { withFault } from '../../check-kit/turns.ts';
import type { Actor, SendOptions, Turn } from '../../drive/actor.ts';

/** A streaming send that is refused before any stream opens. */
interface Refusal {
  readonly requirement: string;
  /** Of errors.yaml. */
  readonly row: string;
  readonly needs?: readonly string[];
  /** Brings about what the send is refused for. */
  arrange(t: CheckContext): Sent | Promise<Sent>;
}

type Sent = readonly [turn: Turn, options?: SendOptions, actor?: Actor];

/** The eight that section 7 lists for the streaming send, each with no other fault. */
const REFUSALS: readonly Refusal[] = [
  {
    requirement: 'stream.refusal.chat-busy',
    row: 'chat-busy',
    needs: ['scenario:long_turn'],
    async arrange(t) {
      const { chatId } = await t.running(t.scenario('long_turn'));
      return [t.plain(), { chatId }];
    },
  },
  {
    requirement: 'stream.refusal.idempotency-conflict',
    row: 'idempotency-conflict',
    async arrange(t) {
      const stream = await t.open(t.plain());
      await stream.rest();
      t.assume(stream.terminal !== undefined, 'the first turn has no end');
      const { chatId, key } = stream;
      return [t.plain({ content: `Answer something else: ${t.freshId()}` }), { chatId, key }];
    },
  },
  {
    requirement: 'stream.refusal.resource-not-allowed',
    row: 'attachment-not-allowed',
    needs: ['credential:allowlist'],
    async arrange(t) {
      const limited = t.as('allowlist');
      const [attachments] = await findOutsideAllowlist(t, limited);
      return [t.plain({ attachments }), {}, limited];
    },
  },
  {
    requirement: 'stream.refusal.agent-not-available',
    row: 'agent-not-available',
    needs: ['resource:inactive_agent'],
    arrange: (t) => [withAgents(t, [t.resource('inactive_agent')])],
  },
  {
    requirement: 'stream.refusal.too-many-agents',
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    arrange: (t) => [withAgents(t, t.resources('16_agents').slice(0, 16))],
  },
  {
    requirement: 'stream.refusal.validation-error',
    row: 'invalid-agents',
    needs: ['resource:agent'],
    arrange(t) {
      const [principal, ...others] = t.resources('agent');
      return [{ ...withAgents(t, others.slice(0, 1)), principal_agent_id: principal }];
    },
  },
  {
    requirement: 'stream.refusal.agents-disabled',
    row: 'agents-disabled',
    needs: ['fault:agents_disabled', 'resource:agent'],
    arrange: (t) => withFault(t, 'agents_disabled', withAgents(t, [t.resource('agent')])),
  },
  {
    requirement: 'stream.refusal.agents-unavailable',
    row: 'agents-unavailable',
    needs: ['fault:agents_unavailable', 'resource:agent'],
    arrange: (t) => withFault(t, 'agents_unavailable', withAgents(t, [t.resource('agent')])),
  },
];

export const streamRefusalChecks: readonly Check[] = REFUSALS.map(
  ({ requirement, row, needs = [], arrange }) =>
    check({
      id: requirement,
      requirements: [requirement],
      needs,
      async run(t) {
        const came = await t.attempt('streaming', ...(await arrange(t)));

        t.expect(requirement).failsWith(came, row);
      },
    }),
);

function withAgents(t: CheckContext, agentIds: readonly number[]): Turn {
  return t.plain({ attachments: { agent_ids: agentIds } });
}
