import type { CauseId, ErrorRowId, Need, RequirementId } from '../../../../../generated/ids.d.ts';
import type { Turn } from '../../../drive/actor.ts';
import { findOutsideAllowlist } from '../../check-kit/catalog.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { expectRefusal } from '../../check-kit/refused-turn.ts';
import { makeSkill } from '../../check-kit/skills.ts';
import { selecting } from '../../check-kit/turns.ts';
import { addMembers, withUnrelatedMembers } from '../../check-kit/unrelated-members.ts';

/** A turn with exactly one fault, refused before it runs. */
interface RefusedTurn {
  readonly id: string;
  readonly cause: CauseId;
  readonly requirement: RequirementId;
  /** The id of the expected row of spec/errors.yaml. */
  readonly row: ErrorRowId;
  readonly needs?: readonly Need[];
  /** The channels for which the contract states the row. Both by default. */
  readonly channels?: readonly Channel[];
  make(t: CheckContext): Turn;
}

/** The most skills that a check creates in order to attach them. */
const MAX_SKILLS = 500;

const REFUSED: readonly RefusedTurn[] = [
  {
    id: 'errors.attachment-not-allowed.deleted-agent',
    cause: 'deleted-agent',
    requirement: R['errors.attachment-not-allowed.deleted-agent'],
    row: 'attachment-not-allowed',
    needs: ['resource:deleted_agent'],
    make: (t) => selecting(t, [t.resource('deleted_agent')]),
  },
  {
    id: 'errors.agent-not-available.inactive',
    cause: 'inactive-agent',
    requirement: R['errors.agent-not-available.answer'],
    row: 'agent-not-available',
    needs: ['resource:inactive_agent'],
    make: (t) => selecting(t, [t.resource('inactive_agent')]),
  },
  {
    id: 'errors.agent-not-available.company-disabled',
    cause: 'company-disabled-agent',
    requirement: R['errors.agent-not-available.company-disabled'],
    row: 'agent-not-available',
    needs: ['resource:company_disabled_agent'],
    make: (t) => selecting(t, [t.resource('company_disabled_agent')]),
  },
  {
    id: 'errors.sync-requires-auto.manual',
    cause: 'manual-in-blocking',
    requirement: R['errors.sync-requires-auto.answer'],
    row: 'sync-requires-auto',
    channels: ['blocking'],
    make: (t) => t.plain({ permission_mode: 'manual' }),
  },
  {
    id: 'errors.sync-requires-auto.default',
    cause: 'manual-in-blocking',
    requirement: R['errors.sync-requires-auto.answer'],
    row: 'sync-requires-auto',
    channels: ['blocking'],
    // In a new chat, since the contract does not say whether an existing chat's mode counts.
    make: (t) => t.plain({ permission_mode: undefined }),
  },
  {
    id: 'errors.too-many-agents.attached',
    cause: 'too-many-agents',
    requirement: R['errors.too-many-agents.answer'],
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    make: (t) => selecting(t, t.resources('16_agents').slice(0, 16)),
  },
  {
    id: 'errors.too-many-agents.attached-and-cited',
    cause: 'too-many-agents',
    requirement: R['errors.too-many-agents.answer'],
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    make(t) {
      const agents = t.resources('16_agents');
      const turn = selecting(t, agents.slice(0, 8));
      const cited = agents.slice(8, 16).map((id) => `{{agent:${id}}}`);
      return { ...turn, content: `${turn.content} ${cited.join(' ')}` };
    },
  },
  {
    id: 'errors.invalid-agents.unselected-principal',
    cause: 'unselected-principal',
    requirement: R['errors.invalid-agents.answer'],
    row: 'invalid-agents',
    needs: ['resource:agent'],
    make(t) {
      const [principal, other] = t.resources('agent');
      const turn = other === undefined ? t.plain() : selecting(t, [other]);
      return { ...turn, principal_agent_id: principal };
    },
  },
];

/** Turns refused because of their body or headers, following the table of section 7. */
export const errorTurnChecks: readonly Check[] = [
  ...REFUSED.flatMap((refused) =>
    (refused.channels ?? CHANNELS).map((channel) => checkRefusal(refused, channel)),
  ),

  check({
    id: 'errors.attachment-not-allowed.outside-allowlist',
    requirements: [R['errors.attachment-not-allowed.answer']],
    arranges: ['outside-allowlist'],
    needs: ['credential:allowlist'],
    async run(t) {
      const limited = t.as('allowlist');
      // The chat exists unless the allowlist also prevents the creation of chats. credentials/restrictions.ts uses new chats.
      const made = await limited.post('/chats', { name: 'Conformance' });
      const chatId = made.isSuccess ? String(made.data.id) : t.freshId();
      for (const attachments of await findOutsideAllowlist(t, limited)) {
        for (const channel of CHANNELS) {
          const sent = await t.attempt(channel, t.plain({ attachments }), { chatId }, limited);
          t.expect('errors.attachment-not-allowed.answer').failsWith(sent, 'attachment-not-allowed');
        }
      }
    },
  }),

  check({
    id: 'errors.too-many-attachments',
    requirements: [R['errors.too-many-attachments.answer'], R['turns.attachments.skill-ids']],
    arranges: ['too-many-attachments'],
    needs: ['resource:attachment_maximum'],
    async run(t) {
      const maximum = t.resource('attachment_maximum');
      t.require(maximum < MAX_SKILLS, `the check would need more than ${MAX_SKILLS} skills`);
      // The check attaches skills because it can create enough of them. Only their number is wrong.
      const skills: number[] = [];
      for (let made = 0; made <= maximum; made += 1) skills.push((await makeSkill(t)).id);
      const attach = (count: number) => t.plain({ attachments: { skill_ids: skills.slice(0, count) } });

      t.expect('errors.too-many-attachments.answer').failsWith(
        await t.main.send(attach(maximum + 1)),
        'too-many-attachments',
      );
      await expectRefusal(
        t,
        await t.attempt('streaming', attach(maximum + 1)),
        'errors.too-many-attachments.answer',
      );
      for (const channel of CHANNELS)
        t.expect('turns.attachments.skill-ids').accepts(
          await t.attempt(channel, { ...attach(maximum), permission_mode: 'auto' }),
        );
    },
  }),
];

function checkRefusal(
  { id, cause, requirement, row, needs = [], make }: RefusedTurn,
  channel: Channel,
): Check {
  return check({
    id: `${id}.${channel}`,
    requirements: [requirement],
    arranges: [cause],
    needs,
    async run(t) {
      const turn = make(t);
      const claim = t.expect(requirement);
      claim.failsWith(await t.attempt(channel, turn), row);
      for (const dressing of await withUnrelatedMembers(t)) {
        const { chatId } = dressing;
        claim.failsWith(await t.attempt(channel, addMembers(turn, dressing), { chatId }), row);
      }
    },
  });
}
