import { findOutsideAllowlist } from '../../check-kit/catalog.ts';
import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { makeSkill } from '../../check-kit/skills.ts';
import type { SendOptions, Turn } from '../../drive/actor.ts';

/** A turn with one fault, for which it is refused before it runs. */
interface RefusedTurn {
  readonly id: string;
  readonly requirement: string;
  /** Of errors.yaml. */
  readonly row: string;
  readonly needs?: readonly string[];
  /** The sends for which the row is stated; both, where nothing else is said. */
  readonly channels?: readonly Channel[];
  make(t: CheckContext): Sent;
}

interface Sent {
  readonly turn: Turn;
  readonly options?: SendOptions;
}

const MAX_CONTENT = 64_000;
/** Skills that a check makes at most, to have enough to attach. */
const MAX_SKILLS = 500;

const REFUSED: readonly RefusedTurn[] = [
  {
    id: 'errors.idempotency-key-required',
    requirement: 'errors.idempotency-key-required.answer',
    row: 'idempotency-key-required',
    make: (t) => ({ turn: t.plain(), options: { key: null } }),
  },
  {
    id: 'errors.attachment-not-allowed.deleted-agent',
    requirement: 'errors.attachment-not-allowed.deleted-agent',
    row: 'attachment-not-allowed',
    needs: ['resource:deleted_agent'],
    make: (t) => ({ turn: withAgents(t, [t.resource('deleted_agent')]) }),
  },
  {
    id: 'errors.agent-not-available.inactive',
    requirement: 'errors.agent-not-available.answer',
    row: 'agent-not-available',
    needs: ['resource:inactive_agent'],
    make: (t) => ({ turn: withAgents(t, [t.resource('inactive_agent')]) }),
  },
  {
    id: 'errors.agent-not-available.company-disabled',
    requirement: 'errors.agent-not-available.company-disabled',
    row: 'agent-not-available',
    needs: ['resource:company_disabled_agent'],
    make: (t) => ({ turn: withAgents(t, [t.resource('company_disabled_agent')]) }),
  },
  {
    id: 'errors.sync-requires-auto.manual',
    requirement: 'errors.sync-requires-auto.answer',
    row: 'sync-requires-auto',
    channels: ['blocking'],
    make: (t) => ({ turn: t.plain({ permission_mode: 'manual' }) }),
  },
  {
    id: 'errors.sync-requires-auto.default',
    requirement: 'errors.sync-requires-auto.answer',
    row: 'sync-requires-auto',
    channels: ['blocking'],
    // The chat does not exist, so that no mode of a chat can be meant either.
    make: (t) => ({ turn: t.plain({ permission_mode: undefined }) }),
  },
  {
    id: 'errors.too-many-agents.attached',
    requirement: 'errors.too-many-agents.answer',
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    make: (t) => ({ turn: withAgents(t, t.resources('16_agents').slice(0, 16)) }),
  },
  {
    id: 'errors.too-many-agents.attached-and-cited',
    requirement: 'errors.too-many-agents.answer',
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    make(t) {
      const agents = t.resources('16_agents');
      const turn = withAgents(t, agents.slice(0, 8));
      const cited = agents.slice(8, 16).map((id) => `{{agent:${id}}}`);
      return { turn: { ...turn, content: `${turn.content} ${cited.join(' ')}` } };
    },
  },
  {
    id: 'errors.invalid-agents.unselected-principal',
    requirement: 'errors.invalid-agents.answer',
    row: 'invalid-agents',
    needs: ['resource:agent'],
    make(t) {
      const [principal, other] = t.resources('agent');
      const turn = other === undefined ? t.plain() : withAgents(t, [other]);
      return { turn: { ...turn, principal_agent_id: principal } };
    },
  },
  {
    // Zero is neither positive nor selected, and both have the same answer.
    id: 'errors.invalid-agents.zero',
    requirement: 'errors.invalid-agents.not-positive',
    row: 'invalid-agents',
    make: (t) => ({ turn: t.plain({ principal_agent_id: 0 }) }),
  },
  {
    id: 'errors.content-too-long',
    requirement: 'errors.content-too-long.answer',
    row: 'content-too-long',
    channels: ['blocking'],
    make: (t) => ({ turn: t.plain({ content: 'a'.repeat(MAX_CONTENT + 1) }) }),
  },
];

/** Turns that are refused for what they ask, as the table of section 7 has it. */
export const errorTurnChecks: readonly Check[] = [
  ...REFUSED.flatMap((refused) =>
    (refused.channels ?? CHANNELS).map((channel) => checkRefusal(refused, channel)),
  ),

  check({
    id: 'errors.attachment-not-allowed.outside-allowlist',
    requirements: ['errors.attachment-not-allowed.answer'],
    needs: ['credential:allowlist'],
    async run(t) {
      const limited = t.as('allowlist');
      for (const attachments of await findOutsideAllowlist(t, limited)) {
        for (const channel of CHANNELS) {
          const came = await t.attempt(channel, t.plain({ attachments }), {}, limited);
          t.expect('errors.attachment-not-allowed.answer').failsWith(came, 'attachment-not-allowed');
        }
      }
    },
  }),

  check({
    id: 'errors.too-many-attachments',
    requirements: ['errors.too-many-attachments.answer'],
    needs: ['resource:attachment_maximum'],
    async run(t) {
      const maximum = t.resource('attachment_maximum');
      t.assume(maximum < MAX_SKILLS, `more than ${MAX_SKILLS} skills would be needed`);
      // Skills can be had in any number, so that each attachment is sound but for their number.
      const skills = [];
      for (let made = 0; made <= maximum; made += 1) skills.push((await makeSkill(t)).id);
      const answer = await t.main.send(t.plain({ attachments: { skill_ids: skills } }));

      t.expect('errors.too-many-attachments.answer').failsWith(answer, 'too-many-attachments');
    },
  }),
];

function checkRefusal({ id, requirement, row, needs = [], make }: RefusedTurn, channel: Channel): Check {
  return check({
    id: `${id}.${channel}`,
    requirements: [requirement],
    needs,
    async run(t) {
      const { turn, options } = make(t);
      t.expect(requirement).failsWith(await t.attempt(channel, turn, options), row);
    },
  });
}

function withAgents(t: CheckContext, agentIds: readonly number[]): Turn {
  return t.plain({ attachments: { agent_ids: agentIds } });
}
