import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import { Answer } from '../../../drive/answer.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { CATALOG_BLOCKS, idsListed } from '../../check-kit/catalog.ts';
import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { refusedOver } from '../../check-kit/refused-turn.ts';
import { skillsBeside } from '../../check-kit/skills.ts';
import { finish } from '../../check-kit/turns.ts';

/** A turn with every member, and changes to one member each. Under every reading of A-64 the values differ. */
interface Bodies {
  readonly members: JsonObject;
  readonly changes: readonly JsonObject[];
}

const METADATA = { order: 4410, copies: { quayside: [10, 2] } };

/** Two bodies with the same key that differ in one member, for each member (sections 4.2 and 7). */
export const conflictChecks: readonly Check[] = CHANNELS.map((channel) => {
  const requirements = refusedOver(channel, 'errors.idempotency-conflict.answer');
  return check({
    id: `idempotency.conflict.each-member.${channel}`,
    requirements,
    arranges: ['key-of-other-body'],
    async run(t) {
      const { members, changes } = await fillBodies(t, channel);
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const plain = t.plain();
      const asking = (text: string) => ({ content: `${text}\n\n${plain.content}` });
      const turn = { ...plain, permission_mode: 'auto', ...members, ...asking('Ten copies for Quayside.') };
      const first = await t.attempt(channel, turn, sent);
      if (first instanceof Answer) t.requireSuccess(first);
      else await finish(t, first);
      const contents = ['Two copies for Quayside.', 'TEN COPIES FOR QUAYSIDE.'].map(asking);
      for (const change of [...contents, ...changes])
        t.expect(...requirements).failsWith(
          await t.attempt(channel, { ...turn, ...change }, sent),
          'idempotency-conflict',
        );
    },
  });
});

/** Takes the values from whatever the catalog lists. That a turn can attach its ids is an inference. */
async function fillBodies(t: CheckContext, channel: Channel): Promise<Bodies> {
  const catalog = t.requireSuccess(await t.main.get('/chat/catalog'));
  // Other checks delete the skills that the catalog lists.
  const skills = channel === 'streaming' ? await skillsBeside(t, 2) : [];
  const types = CATALOG_BLOCKS.map(({ name, attachment }) => {
    const [one, two] = name === 'skills' ? skills : idsListed(catalog, name);
    return { attachment, one, two };
  }).filter(({ one }) => one !== undefined);
  const attachments = Object.fromEntries(types.map(({ attachment, one }) => [attachment, [one]]));
  const [agent, another] = idsListed(catalog, 'agents');
  const [model, other] = idsListed(catalog, 'models');
  const exchange = (attachment: string, id: JsonInteger | undefined): JsonObject => ({
    attachments: { ...attachments, [attachment]: id === undefined ? [] : [id] },
  });
  return {
    members: {
      attachments,
      metadata: METADATA,
      model_id: model,
      ...(agent !== undefined && { principal_agent_id: agent }),
    },
    changes: [
      // The blocking send accepts only one mode.
      ...(channel === 'streaming' ? [{ permission_mode: 'manual' }] : []),
      ...(other === undefined ? [] : [{ model_id: other }]),
      ...(agent === undefined ? [] : [{ principal_agent_id: undefined }]),
      { metadata: undefined },
      { metadata: { ...METADATA, copies: { quayside: [10, 3] } } },
      // One more resource in addition to the earlier ones.
      ...types.flatMap(({ attachment, one, two }) =>
        two === undefined ? [] : [{ attachments: { ...attachments, [attachment]: [one, two] } }],
      ),
      // A principal must be a selected agent, so it changes together with the agents.
      ...types.map(({ attachment, two }) => ({
        ...exchange(attachment, two),
        ...(attachment === 'agent_ids' && { principal_agent_id: another }),
      })),
    ],
  };
}
