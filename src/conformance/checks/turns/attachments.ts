import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { MISSING_ID, makeSkill } from '../../check-kit/skills.ts';
import { expectNoTurn } from './sends.ts';

interface AttachmentType {
  /** Of the row, `turns.attachments.<name>-ids`. */
  readonly name: string;
  readonly member: string;
  /** The resource of the profile; a skill is made instead. */
  readonly resource?: string;
}

const ATTACHMENT_TYPES: readonly AttachmentType[] = [
  { name: 'workspace', member: 'workspace_ids', resource: 'library' },
  { name: 'file', member: 'file_ids', resource: 'file' },
  { name: 'skill', member: 'skill_ids' },
  { name: 'connector', member: 'mcp_server_ids', resource: 'connector' },
  { name: 'agent', member: 'agent_ids', resource: 'agent' },
];

/** What a turn can attach (section 4.2). With which scopes, scopes-attachments.ts asks. */
export const turnAttachmentChecks: readonly Check[] = [
  check({
    id: 'turns.attachments.optional',
    requirements: ['turns.attachments.optional'],
    async run(t) {
      const row = t.expect('turns.attachments.optional');
      for (const channel of CHANNELS) {
        row.accepts(await t.attempt(channel, t.plain({ attachments: {} })));
        row.accepts(await t.attempt(channel, t.plain({ attachments: undefined })));
      }
    },
  }),

  ...ATTACHMENT_TYPES.map(({ name, member, resource }) =>
    check({
      id: `turns.attachments.${name}-ids`,
      requirements: [`turns.attachments.${name}-ids`],
      needs: resource === undefined ? [] : [`resource:${resource}`],
      async run(t) {
        const id = resource === undefined ? (await makeSkill(t)).id : t.resource(resource);

        t.expect(`turns.attachments.${name}-ids`).accepts(
          await t.main.send(t.plain({ attachments: { [member]: [id] } })),
        );
      },
    }),
  ),

  check({
    id: 'turns.attachments.unknown-refused',
    requirements: ['turns.attachments.unknown-refused'],
    async run(t) {
      for (const { member } of ATTACHMENT_TYPES) {
        const chatId = t.freshId();
        const turn = t.plain({ attachments: { [member]: [MISSING_ID] } });

        t.expect('turns.attachments.unknown-refused').isRefused(await t.main.send(turn, { chatId }));
        await expectNoTurn(t, 'turns.attachments.unknown-refused', chatId);
      }
    },
  }),
];
