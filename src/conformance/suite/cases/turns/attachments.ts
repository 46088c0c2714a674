import type { RequirementId, ResourceName } from '../../../../../generated/ids.d.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { MISSING_ID, makeSkill } from '../../check-kit/skills.ts';
import { expectNoTurn } from './sends.ts';

interface AttachmentType {
  readonly requirement: RequirementId;
  readonly member: string;
  /** The resource of the profile. Without it, the check creates a skill. */
  readonly resource?: ResourceName;
}

const ATTACHMENT_TYPES: readonly AttachmentType[] = [
  { requirement: R['turns.attachments.workspace-ids'], member: 'workspace_ids', resource: 'library' },
  { requirement: R['turns.attachments.file-ids'], member: 'file_ids', resource: 'file' },
  { requirement: R['turns.attachments.skill-ids'], member: 'skill_ids' },
  { requirement: R['turns.attachments.connector-ids'], member: 'mcp_server_ids', resource: 'connector' },
  { requirement: R['turns.attachments.agent-ids'], member: 'agent_ids', resource: 'agent' },
];

/** The attachments of a turn (section 4.2). Their scopes are checked in scopes/attachments.ts. */
export const turnAttachmentChecks: readonly Check[] = [
  check({
    id: 'turns.attachments.optional',
    requirements: [R['turns.attachments.optional']],
    async run(t) {
      const claim = t.expect('turns.attachments.optional');
      for (const channel of CHANNELS) {
        claim.accepts(await t.attempt(channel, t.plain({ attachments: {} })));
        claim.accepts(await t.attempt(channel, t.plain({ attachments: undefined })));
      }
    },
  }),

  ...ATTACHMENT_TYPES.map(({ requirement, member, resource }) =>
    check({
      id: requirement,
      requirements: [requirement],
      needs: resource === undefined ? [] : [`resource:${resource}`],
      async run(t) {
        const id = resource === undefined ? (await makeSkill(t)).id : t.resource(resource);

        t.expect(requirement).accepts(await t.main.send(t.plain({ attachments: { [member]: [id] } })));
      },
    }),
  ),

  check({
    id: 'turns.attachments.unknown-refused',
    requirements: [R['turns.attachments.unknown-refused']],
    arranges: ['unknown-resource'],
    async run(t) {
      const chatId = t.freshId();
      for (const { member } of ATTACHMENT_TYPES) {
        const turn = t.plain({ attachments: { [member]: [MISSING_ID] } });

        t.expect('turns.attachments.unknown-refused').isRefused(await t.main.send(turn, { chatId }));
        await expectNoTurn(t, 'turns.attachments.unknown-refused', chatId);
      }
    },
  }),
];
