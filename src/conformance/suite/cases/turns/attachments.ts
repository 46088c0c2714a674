import { ALLOWLIST_BLOCKS, CATALOG_BLOCKS, idsListed } from '../../check-kit/catalog.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { expectTaken } from '../../check-kit/turns.ts';

/** For each part of the catalog, the requirement that a turn can attach its resources. */
const ATTACHED = {
  libraries: R['turns.attachments.workspace-ids'],
  skills: R['turns.attachments.skill-ids'],
  connectors: R['turns.attachments.connector-ids'],
  agents: R['turns.attachments.agent-ids'],
} as const;

/** Two resources from each part of the catalog. That a turn can attach their ids is an inference. */
const twoOfEachChecks: readonly Check[] = ALLOWLIST_BLOCKS.flatMap(({ name, attachment }) =>
  CHANNELS.map((channel) =>
    check({
      id: `turns.attachments.two-${name}.${channel}`,
      situations: [{ probe: 'two of a kind', selection: name, channel }],
      requirements: [ATTACHED[name]],
      async run(t) {
        const ids = idsListed(t.requireSuccess(await t.main.get('/chat/catalog')), name).slice(0, 2);
        const attachments = { [attachment]: ids };
        await expectTaken(t, channel, t.plain({ attachments, permission_mode: 'auto' }), ATTACHED[name]);
      },
    }),
  ),
);

/** What a turn can attach (section 4.2). */
export const attachmentChecks: readonly Check[] = [
  ...twoOfEachChecks,

  check({
    id: 'turns.stream.same-body',
    requirements: [R['turns.stream.same-body']],
    async run(t) {
      const catalog = t.requireSuccess(await t.main.get('/chat/catalog'));
      const [agent] = idsListed(catalog, 'agents');
      const turn = t.plain({
        model_id: idsListed(catalog, 'models')[0],
        permission_mode: 'auto',
        metadata: { note: 'Both sends take this.' },
        attachments: Object.fromEntries(
          CATALOG_BLOCKS.map(({ name, attachment }) => [attachment, idsListed(catalog, name).slice(0, 1)]),
        ),
        ...(agent !== undefined && { principal_agent_id: agent }),
      });

      t.expect('turns.stream.same-body').accepts(await t.attempt('streaming', turn));
    },
  }),
];
