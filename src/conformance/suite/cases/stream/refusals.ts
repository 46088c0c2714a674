import type { CauseId, ErrorRowId, Need, RequirementId } from '../../../../../generated/ids.d.ts';
import type { Actor, SendOptions, Turn } from '../../../drive/actor.ts';
import { findOutsideAllowlist } from '../../check-kit/catalog.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { selecting, withFault } from '../../check-kit/turns.ts';

/** A streaming send that the service refuses before a stream opens. */
interface Refusal {
  readonly cause: CauseId;
  readonly requirement: RequirementId;
  /** The id of the expected row of spec/errors.yaml. */
  readonly row: ErrorRowId;
  readonly needs?: readonly Need[];
  /** Sets up the situation and returns the send that the service must refuse. */
  arrange(t: CheckContext): Sent | Promise<Sent>;
}

type Sent = readonly [turn: Turn, options?: SendOptions, actor?: Actor];

/** The eight refusals that section 7 lists for the streaming send, each without a second fault. */
const REFUSALS: readonly Refusal[] = [
  {
    cause: 'busy-chat',
    requirement: R['stream.refusal.chat-busy'],
    row: 'chat-busy',
    needs: ['scenario:long_turn'],
    async arrange(t) {
      const { chatId } = await t.running(t.scenario('long_turn'));
      return [t.plain(), { chatId }];
    },
  },
  {
    cause: 'key-of-other-body',
    requirement: R['stream.refusal.idempotency-conflict'],
    row: 'idempotency-conflict',
    async arrange(t) {
      const stream = await t.open(t.plain());
      await stream.rest();
      t.require(stream.terminal !== undefined, 'the first turn has no terminal event');
      const { chatId, key } = stream;
      return [t.plain({ content: `Answer something else: ${t.freshId()}` }), { chatId, key }];
    },
  },
  {
    cause: 'outside-allowlist',
    requirement: R['stream.refusal.resource-not-allowed'],
    row: 'attachment-not-allowed',
    needs: ['credential:allowlist'],
    async arrange(t) {
      const limited = t.as('allowlist');
      const [attachments] = await findOutsideAllowlist(t, limited);
      return [t.plain({ attachments }), {}, limited];
    },
  },
  {
    cause: 'inactive-agent',
    requirement: R['stream.refusal.agent-not-available'],
    row: 'agent-not-available',
    needs: ['resource:inactive_agent'],
    arrange: (t) => [selecting(t, [t.resource('inactive_agent')])],
  },
  {
    cause: 'too-many-agents',
    requirement: R['stream.refusal.too-many-agents'],
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    arrange: (t) => [selecting(t, t.resources('16_agents').slice(0, 16))],
  },
  {
    cause: 'unselected-principal',
    requirement: R['stream.refusal.validation-error'],
    row: 'invalid-agents',
    needs: ['resource:agent'],
    arrange(t) {
      const [principal, ...others] = t.resources('agent');
      return [{ ...selecting(t, others.slice(0, 1)), principal_agent_id: principal }];
    },
  },
  {
    cause: 'agents-disabled',
    requirement: R['stream.refusal.agents-disabled'],
    row: 'agents-disabled',
    needs: ['fault:agents_disabled', 'resource:agent'],
    arrange: (t) => withFault(t, 'agents_disabled', selecting(t, [t.resource('agent')])),
  },
  {
    cause: 'agents-unavailable',
    requirement: R['stream.refusal.agents-unavailable'],
    row: 'agents-unavailable',
    needs: ['fault:agents_unavailable', 'resource:agent'],
    arrange: (t) => withFault(t, 'agents_unavailable', selecting(t, [t.resource('agent')])),
  },
];

export const streamRefusalChecks: readonly Check[] = REFUSALS.map(
  ({ cause, requirement, row, needs = [], arrange }) =>
    check({
      id: requirement,
      requirements: [requirement],
      arranges: [cause],
      needs,
      async run(t) {
        const sent = await t.attempt('streaming', ...(await arrange(t)));

        t.expect(requirement).failsWith(sent, row);
      },
    }),
);
