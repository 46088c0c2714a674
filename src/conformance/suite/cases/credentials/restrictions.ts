import { Answer } from '../../../drive/answer.ts';
import { attachmentsOf } from '../../check-kit/catalog.ts';
import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS, type Channel } from '../../check-kit/context.ts';
import { NothingToSee } from '../../check-kit/interruption.ts';
import { expectNoTurn, expectRefusal, refusedOver } from '../../check-kit/refused-turn.ts';
import { addMembers, withUnrelatedMembers } from '../../check-kit/unrelated-members.ts';
import { turnsWith } from './positions.ts';
import { RESTRICTIONS, type Restriction } from './restricted-resources.ts';

/** Each resource that a turn must not use, at each position, over both channels (sections 4.2 and 5). */
export const restrictionChecks: readonly Check[] = RESTRICTIONS.flatMap((restriction) =>
  CHANNELS.map((channel) => checkRestriction(restriction, channel)),
);

function checkRestriction(restriction: Restriction, channel: Channel): Check {
  const { name, cause, requirement, row, needs = [], members, find, openPoint } = restriction;
  const { credential = 'main' } = restriction;
  const requirements = row ? refusedOver(channel, requirement) : [requirement];
  return check({
    id: `credentials.restrictions.${name}.${channel}`,
    situations: [{ probe: 'resource that may not be used', selection: name, channel }],
    requirements,
    arranges: [cause],
    needs,
    async run(t) {
      const actor = t.as(credential);
      const unusable = await find(t, actor);
      if (!unusable) throw new NothingToSee('the target has nothing that this credential may not use');
      if (!row && members.includes('agent_ids')) t.outOfReach(unusable.id);
      const found = { ...unusable, others: await attachmentsOf(t, actor) };
      const claim = t.expect(...requirements);
      // A refused turn leaves its chat free, so the next turn can use it, and only one chat has to be deleted.
      let chatId = t.freshId();
      const turns = turnsWith(t, restriction, found);
      for (const { turn, isPrincipal } of turns) {
        const used = chatId;
        const sent = await t.attempt(channel, turn, { chatId }, actor);
        if (openPoint && !isPrincipal) t.observe(openPoint, sent);
        if (!(sent instanceof Answer)) chatId = t.freshId();
        if (row) claim.failsWith(sent, row, ...(isPrincipal ? (['invalid-agents'] as const) : []));
        else if (!(await expectRefusal(t, sent, requirement))) continue;
        await expectNoTurn(t, requirements, used, actor);
      }
      const [plain] = turns;
      if (!plain) return;
      for (const dressing of await withUnrelatedMembers(t, actor)) {
        const dressed = addMembers(plain.turn, dressing);
        const sent = await t.attempt(channel, dressed, { chatId: dressing.chatId }, actor);
        if (row) claim.failsWith(sent, row);
        else await expectRefusal(t, sent, requirement);
      }
    },
  });
}
