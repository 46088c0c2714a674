import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { expectRefusal } from '../../check-kit/refused-turn.ts';
import { makeSkill } from '../../check-kit/skills.ts';

/** The most skills that a check creates in order to attach them. */
const MAX_SKILLS = 500;

/** A turn with as many attachments as the profile says that the service takes, and with one more (section 7). */
export const tooManyAttachmentsChecks: readonly Check[] = [
  check({
    id: 'errors.too-many-attachments',
    requirements: [R['errors.too-many-attachments.answer'], R['turns.attachments.skill-ids']],
    arranges: ['too-many-attachments'],
    needs: ['resource:attachment_maximum'],
    async run(t) {
      const maximum = Number(t.resource('attachment_maximum'));
      t.require(maximum < MAX_SKILLS, `the check would need more than ${MAX_SKILLS} skills`);
      // The check attaches skills because it can create enough of them. Only their number is wrong.
      const skills: JsonInteger[] = [];
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
